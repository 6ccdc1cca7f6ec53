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
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => EventType)
  type!: string;

  @Field(() => StatusCode, { nullable: true, description: 'Null for the first status that is known.' })
  fromStatus!: string | null;

  @Field(() => StatusCode)
  toStatus!: string;

  @Field(() => IsoInstantScalar)
  occurredAt!: string;
}

@ObjectType()
export class LifecycleEventPage {
  @Field(() => [LifecycleEvent])
  items!: readonly LifecycleEvent[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@ArgsType()
export class LifecycleEventListArguments extends ListArguments {
  @Field(() => ID)
  accountId!: string;
}
