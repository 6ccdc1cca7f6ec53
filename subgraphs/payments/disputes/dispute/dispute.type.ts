import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { DISPUTE_STATUSES, type DisputeStatus } from '../../../../core/contract/dispute.js';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoInstant } from '../../../../core/time/dates.js';

const DisputeStatusEnum = enumOf(DISPUTE_STATUSES, {
  name: 'DisputeStatus',
  description: 'How a dispute stands, as the card processor last told it.',
  values: {
    inquiry_needs_response: 'The bank asks, and has taken nothing: an answer is due.',
    inquiry_under_review: 'The bank looks at the answer; it has taken nothing.',
    inquiry_closed: 'The bank asked, and nothing came of it.',
    needs_response: 'The bank has the money: evidence is due.',
    under_review: 'The bank looks at the evidence.',
    won: 'Decided for the lender.',
    lost: 'Decided for the borrower.',
  },
});

@ObjectType({ description: 'A borrower’s bank disputes a charge of autopay, or asks about it.' })
export class Dispute {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => String, { description: 'The card processor’s code.' })
  processor!: string;

  @Field(() => String, { description: 'The processor’s identifier of it.' })
  externalId!: string;

  @Field(() => String, { description: 'The processor’s identifier of the charge.' })
  chargeExternalId!: string;

  @Field(() => ID, { nullable: true, description: 'The run that made the charge; null: none of ours has.' })
  runId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The account that the charge was for.' })
  accountId!: string | null;

  @Field(() => DisputeStatusEnum, { description: 'How it stands.' })
  status!: DisputeStatus;

  @Field(() => String, { description: 'Why, in the processor’s word, for example `fraudulent`.' })
  reason!: string;

  @Field(() => SafeInt, { description: 'Cents in dispute.' })
  amountCents!: number;

  @Field(() => Boolean, { description: 'Whether the bank has the money.' })
  isWithdrawn!: boolean;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Until when evidence may be handed in.' })
  evidenceDueBy!: IsoInstant | null;

  @Field(() => IsoInstantScalar, { description: 'When it was opened; lists are sorted by it.' })
  openedAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was seen closed; null while it is open.' })
  closedAt!: IsoInstant | null;
}

export const DisputePage = pageOf(Dispute, 'A page of disputes.');
export type DisputePage = Page<Dispute>;

@ArgsType()
export class DisputeArguments extends listArguments('day on which it was opened (UTC)') {
  @Field(() => ID, { nullable: true, description: 'Of charges for one account.' })
  accountId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of the charge of one run.' })
  runId?: string | null;

  @Field(() => [DisputeStatusEnum], { nullable: true, description: 'Those that stand at one of these.' })
  statuses?: DisputeStatus[] | null;
}

const CorrectionKind = enumOf(['reversal', 'posting'], {
  name: 'AutopayCorrectionKind',
  description: 'What was done to the posting of a run.',
  values: { reversal: 'It was taken back.', posting: 'It was made again.' },
});
const CorrectionStatus = enumOf(['pending', 'done', 'refused'], {
  name: 'AutopayCorrectionStatus',
  description: 'How far a correction has come.',
  values: {
    pending: 'Under way, or the outcome is being looked up.',
    done: 'The loan system has it.',
    refused: 'The loan system will not have it: an exception tells.',
  },
});

@ObjectType({ description: 'What was done to the posting of a run because its charge was taken back, or given again.' })
export class AutopayCorrection {
  @Field(() => ID, { description: 'Identifies it; also the reference at the loan system.' })
  id!: string;

  @Field(() => Int, { description: 'From 1.' })
  number!: number;

  @Field(() => CorrectionKind, { description: 'What was done.' })
  kind!: string;

  @Field(() => String, {
    description:
      '`card_disputed`, `card_refunded`, `card_dispute_won`, `card_dispute_given_back` or `card_refund_failed`.',
  })
  reason!: string;

  @Field(() => String, { description: 'The processor’s identifier of the dispute or refund.' })
  cause!: string;

  @Field(() => CorrectionStatus, { description: 'How far it has come.' })
  status!: string;

  @Field(() => SafeInt, { description: 'Cents.' })
  amountCents!: number;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number at the loan system.' })
  referenceNumber!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the loan system refused it.' })
  failureCode!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was begun.' })
  createdAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its outcome was known.' })
  settledAt!: IsoInstant | null;
}
