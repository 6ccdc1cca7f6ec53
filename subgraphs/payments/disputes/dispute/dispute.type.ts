import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { DISPUTE_STATUSES, type DisputeStatus } from '../../../../core/contract/dispute-statuses.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { filterArguments, IN_TIME_ZONE } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';
import { OwnedByOrganization } from '../../owned-by-organization.type.js';
import { DISPUTE_COLUMNS, type DisputeColumn } from './dispute-columns.js';

const DisputeStatusEnum = enumOf(DISPUTE_STATUSES, {
  name: 'DisputeStatus',
  description: 'Status of a dispute, as last reported by the card processor.',
  values: {
    inquiry_needs_response: 'Inquiry: the bank asks and has withheld nothing; an answer is due.',
    inquiry_under_review: 'Inquiry: the bank reviews the answer; it has withheld nothing.',
    inquiry_closed: 'The inquiry was closed without a dispute.',
    needs_response: 'The bank has withheld the money; evidence is due.',
    under_review: 'The bank reviews the evidence.',
    won: 'Decided in favor of the lender.',
    lost: 'Decided in favor of the borrower.',
  },
});

@ObjectType({ description: 'A dispute of an autopay charge by a borrower’s bank, or an inquiry about it.' })
export class Dispute extends OwnedByOrganization {
  @Field(() => String, { description: 'The card processor’s code.' })
  processor!: string;

  @Field(() => String, { description: 'The processor’s identifier of the dispute.' })
  externalId!: string;

  @Field(() => String, { description: 'The processor’s identifier of the charge.' })
  chargeExternalId!: string;

  @Field(() => ID, { nullable: true, description: 'The run that made the charge; null if no run of Tributary did.' })
  runId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The account that the charge was for.' })
  accountId!: string | null;

  @Field(() => DisputeStatusEnum, { description: 'Its status.' })
  status!: DisputeStatus;

  @Field(() => String, { description: 'The reason in the processor’s words, for example `fraudulent`.' })
  reason!: string;

  @Field(() => SafeInt, { description: 'Cents in dispute.' })
  amountCents!: number;

  @Field(() => Boolean, { description: 'Whether the bank has withheld the money.' })
  isWithdrawn!: boolean;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'The deadline for evidence.' })
  evidenceDueBy!: IsoInstant | null;

  @Field(() => IsoInstantScalar, { description: 'When it was opened; lists are sorted by it.' })
  openedAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was found closed; null while it is open.' })
  closedAt!: IsoInstant | null;
}

export const DisputePage = pageOf(Dispute, 'A page of disputes.');
export type DisputePage = Page<Dispute>;

const DisputeColumnEnum = enumOf(DISPUTE_COLUMNS, {
  name: 'DisputeColumn',
  description: 'Columns that a list of disputes can be sorted by.',
  values: {
    opened: 'The order in which disputes were first seen.',
    borrower: 'Name of the primary borrower; needs the scope `persons:read`.',
    loan: 'Contract number, or account number without one.',
    status: 'Status.',
    amount: 'Amount.',
    funds: 'Whether the bank has withheld the money.',
    reason: 'Reason.',
    evidence_due: 'Deadline for evidence.',
    closed: 'When it was closed.',
    processor: 'Processor, then its identifier of the dispute.',
  },
});

@ArgsType()
export class DisputeFilters extends filterArguments('day on which it was opened (UTC)') {
  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only disputes of charges for this account.' })
  accountId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only disputes of this run’s charge.' })
  runId?: string | null;

  @Field(() => [DisputeStatusEnum], { nullable: true, description: 'Only disputes with any of these statuses.' })
  statuses?: DisputeStatus[] | null;
}

@PagedArgs()
export class DisputeArguments extends DisputeFilters {
  @Field(() => DisputeColumnEnum, { nullable: true, description: 'The column to sort by; missing values come last.' })
  sortBy?: DisputeColumn | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `sortBy` sorts from the highest to the lowest.' })
  isDescending?: boolean | null;

  limit?: number | null;
  cursor?: string | null;
}

const CorrectionKind = enumOf(['reversal', 'posting'], {
  name: 'AutopayCorrectionKind',
  description: 'The kind of correction of a run’s posting.',
  values: { reversal: 'The posting was reversed.', posting: 'It was posted again.' },
});
const CorrectionStatus = enumOf(['pending', 'done', 'refused'], {
  name: 'AutopayCorrectionStatus',
  description: 'Status of a correction.',
  values: {
    pending: 'In progress, or the outcome is being looked up.',
    done: 'The loan system has confirmed it.',
    refused: 'The loan system refused it; there is an exception.',
  },
});

@ObjectType({
  description: 'A correction of a run’s posting because its charge was returned to the borrower, or came back.',
})
export class AutopayCorrection {
  @Field(() => ID, { description: 'Unique identifier; also the reference at the loan system.' })
  id!: string;

  @Field(() => Int, { description: 'Starts at 1.' })
  number!: number;

  @Field(() => CorrectionKind, { description: 'The kind of correction.' })
  kind!: string;

  @Field(() => String, {
    description:
      '`card_disputed`, `card_refunded`, `card_dispute_won`, `card_dispute_given_back` or `card_refund_failed`.',
  })
  reason!: string;

  @Field(() => String, { description: 'The processor’s identifier of the dispute or refund.' })
  cause!: string;

  @Field(() => CorrectionStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => SafeInt, { description: 'Cents.' })
  amountCents!: number;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number at the loan system.' })
  referenceNumber!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the loan system refused it.' })
  failureCode!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it began.' })
  createdAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its outcome became known.' })
  settledAt!: IsoInstant | null;
}
