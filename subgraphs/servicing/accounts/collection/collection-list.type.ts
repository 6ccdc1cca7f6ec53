import { ArgsType, Field, ID, Int } from 'type-graphql';
import { COLLECTION_QUEUE_VIEWS, type CollectionQueueView } from '../../../../core/contract/collection-queue.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { COLLECTION_COLUMNS, type CollectionColumn } from './collection-columns.js';

const ViewEnum = enumOf(COLLECTION_QUEUE_VIEWS, {
  name: 'CollectionQueueView',
  description: 'Which loans of the collection queue a list shows.',
  values: {
    all: 'All of them.',
    mine: 'Those assigned to the operator who asks, or taken by that operator.',
    unassigned: 'Those that are neither assigned nor taken.',
  },
});

const ColumnEnum = enumOf(COLLECTION_COLUMNS, {
  name: 'CollectionColumn',
  description: 'Columns that the collection queue can be sorted by.',
  values: {
    borrower: 'Name of the primary borrower; needs the scope `persons:read`.',
    loan: 'Contract number, or account number without one.',
    days_past_due: 'Days past due.',
    past_due: 'Amount past due.',
    last_contact: 'When an operator last called or wrote, by the notes.',
    follow_up: 'The day from which the loan is given out as the next one again.',
    lender: 'Name of the organization.',
  },
});

@ArgsType()
export class CollectionFilterArguments {
  @Field(() => ID, {
    nullable: true,
    description: 'One organization of the allowlist; if omitted, all of them, without sandboxes.',
  })
  organizationId?: string | null;

  @Field(() => ViewEnum, { nullable: true, description: 'Which loans; all by default.' })
  view?: CollectionQueueView | null;

  @Field(() => Int, { nullable: true, description: 'Minimum number of days past due, inclusive.' })
  minDaysPastDue?: number | null;

  @Field(() => Int, { nullable: true, description: 'Maximum number of days past due, inclusive.' })
  maxDaysPastDue?: number | null;
}

@PagedArgs()
export class CollectionListArguments extends CollectionFilterArguments {
  @Field(() => ColumnEnum, {
    nullable: true,
    description: 'The column to sort by; missing values come last. Default: days past due, from the highest.',
  })
  sortBy?: CollectionColumn | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `sortBy` sorts from the highest to the lowest.' })
  isDescending?: boolean | null;

  limit?: number | null;
  cursor?: string | null;
}
