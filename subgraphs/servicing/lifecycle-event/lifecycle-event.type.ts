import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { LIFECYCLE_EVENT_TYPES } from '../../../core/contract/account.js';
import { ListArguments } from '../../../core/graphql/list-arguments.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';
import { StatusCode } from '../account/account.type.js';

const EventType = Object.fromEntries(LIFECYCLE_EVENT_TYPES.map((type) => [type, type]));
registerEnumType(EventType, { name: 'LifecycleEventType', description: 'How the status of a loan moved.' });

@ObjectType({ description: 'A status change on an account (spec 2.7a).' })
export class LifecycleEvent {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => EventType, { description: 'How the status moved.' })
  type!: string;

  @Field(() => StatusCode, { nullable: true, description: 'Null for the first status that is known.' })
  fromStatus!: string | null;

  @Field(() => StatusCode, { description: 'The status that it moved to.' })
  toStatus!: string;

  @Field(() => IsoInstantScalar, { description: 'When the status moved.' })
  occurredAt!: string;
}

@ObjectType({ description: 'A page of status changes.' })
export class LifecycleEventPage {
  @Field(() => [LifecycleEvent], { description: 'The rows of this page.' })
  items!: readonly LifecycleEvent[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}

@ArgsType()
export class LifecycleEventListArguments extends ListArguments {
  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;
}
