import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { LIFECYCLE_EVENT_TYPES } from '../../../../core/contract/account.js';
import type { Page } from '../../../../core/db/keyset.js';
import { StatusCode } from '../../../../core/graphql/account-status.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

const EventType = enumOf(LIFECYCLE_EVENT_TYPES, {
  name: 'LifecycleEventType',
  description: 'How the status of a loan moved.',
  values: {
    opened: 'It began to run.',
    delinquent: 'Something fell past due.',
    current: 'Nothing is past due any more.',
    charged_off: 'It was written off.',
    paid_in_full: 'The last of it was paid.',
    reopened: 'What had ended runs again, for example after a payment was reversed.',
    closed: 'It ended without having been paid in full.',
  },
});

@ObjectType({ description: 'A status change on an account.' })
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

export const LifecycleEventPage = pageOf(LifecycleEvent, 'A page of status changes.');
export type LifecycleEventPage = Page<LifecycleEvent>;

export const DatedLifecycleEvents = listArguments('day on which the status moved (UTC)');

@ArgsType()
export class LifecycleEventListArguments extends DatedLifecycleEvents {
  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;
}
