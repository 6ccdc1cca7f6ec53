import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { LIFECYCLE_EVENT_TYPES } from '../../../../core/contract/account-enumerations.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { StatusCode } from '../../../../core/graphql/account-status.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

const EventType = enumOf(LIFECYCLE_EVENT_TYPES, {
  name: 'LifecycleEventType',
  description: 'How the status of a loan changed.',
  values: {
    opened: 'The loan became active.',
    delinquent: 'An installment became past due.',
    current: 'Nothing is past due any more.',
    charged_off: 'The loan was charged off.',
    paid_in_full: 'The remaining balance was paid.',
    reopened: 'A closed loan is active again, for example after a payment was reversed.',
    closed: 'The loan was closed without having been paid in full.',
  },
});

@ObjectType({ description: 'A status change on an account.' })
export class LifecycleEvent {
  @Field(() => ID, { description: 'Unique identifier, used throughout this API.' })
  id!: string;

  @Field(() => ID, { description: 'The account whose status changed.' })
  accountId!: string;

  @Field(() => EventType, { description: 'How the status changed.' })
  type!: string;

  @Field(() => StatusCode, { nullable: true, description: 'Null for the first known status.' })
  fromStatus!: string | null;

  @Field(() => StatusCode, { description: 'The new status.' })
  toStatus!: string;

  @Field(() => IsoInstantScalar, { description: 'When the status changed.' })
  occurredAt!: string;
}

export const LifecycleEventPage = pageOf(LifecycleEvent, 'A page of status changes.');
export type LifecycleEventPage = Page<LifecycleEvent>;

export const DatedLifecycleEvents = listArguments('date of the status change (UTC)');

@ArgsType()
export class LifecycleEventListArguments extends DatedLifecycleEvents {
  @Field(() => ID, { description: 'The account whose status changed.' })
  accountId!: string;
}
