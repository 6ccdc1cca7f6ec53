import { ArgsType, Directive, Field, ID, ObjectType } from 'type-graphql';
import { CARD_BRANDS } from '../../../../core/cards/card-number.js';
import {
  COLLECTED_PAYMENT_STATUSES,
  type CollectedPaymentStatus,
  PAYMENT_METHODS,
} from '../../../../core/contract/collected-payment.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { filterArguments, IN_TIME_ZONE } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';
import { OwnedByOrganization } from '../../owned-by-organization.type.js';
import { PAYMENT_COLUMNS, type PaymentColumn } from './payment-columns.js';

export const PaymentMethod = enumOf(PAYMENT_METHODS, {
  name: 'CollectedPaymentMethod',
  description: 'How a payment was collected.',
  values: {
    cash: 'Notes and coins.',
    check: 'A check; its number is required.',
    card: 'A card run on the collector’s own terminal; its brand is required.',
    money_order: 'A money order; its serial number is required.',
    cashiers_check: 'A cashier’s check; its number is required.',
  },
});
export const CardBrand = enumOf(CARD_BRANDS, {
  name: 'CardBrand',
  description: 'Brand of a card run on the collector’s own terminal.',
  values: {
    visa: 'Visa.',
    mastercard: 'Mastercard.',
    amex: 'American Express.',
    discover: 'Discover.',
    diners: 'Diners Club.',
  },
});
export const PaymentStatus = enumOf(COLLECTED_PAYMENT_STATUSES, {
  name: 'CollectedPaymentStatus',
  description: 'Status of a collected payment.',
  values: {
    pending: 'Accepted; the posting is being sent to the loan system.',
    posted: 'The loan system confirmed it.',
    pending_confirmation: 'Sent, and the outcome is not known yet; it is looked up until it is.',
    reversal_pending: 'Its reversal was sent, and the outcome is not known yet.',
    reversed: 'Reversed.',
    failed: 'Certainly not posted.',
  },
});

@ObjectType({ description: 'The reversal of a payment.' })
export class ReversalRecord {
  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was reversed; null until then.' })
  reversedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'The reason given.' })
  reason!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Reversed for non-sufficient funds.' })
  isNsf!: boolean | null;

  @Field(() => SafeInt, { nullable: true, description: 'Identifies the reversal in the loan system.' })
  referenceNumber!: number | null;

  @Field(() => String, { nullable: true, description: 'Prefix of the key that requested it.' })
  reversedBy!: string | null;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A payment that the caller’s organization collected and reported.' })
export class CollectedPayment extends OwnedByOrganization {
  @Field(() => ID, { description: 'Its account.' })
  accountId!: string;

  @Field(() => SafeInt, { description: 'Cents of US dollars.' })
  amountCents!: number;

  @Field(() => PaymentMethod, { description: 'How it was collected.' })
  paymentMethod!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Number of the check, money order or cashier’s check.' })
  checkNumber!: number | null;

  @Field(() => PaymentStatus, { description: 'Status of the payment.' })
  status!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'Business day on which it was applied; null until posted.',
  })
  effectiveDate!: string | null;

  @Field(() => String, { nullable: true, description: 'The collector’s own reference.' })
  externalReference!: string | null;

  @Field(() => String, { nullable: true, description: 'The collector’s note.' })
  memo!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number of the posting.' })
  referenceNumber!: number | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was posted; null until then.' })
  postedAt!: string | null;

  /** Null in an answer stored before this field existed. */
  createdAt!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The payment that it equalled by account, method, amount and check number when it was recorded: a check or money order of the last three business days, or cash or a card of the same day. This payment is posted all the same.',
  })
  possibleDuplicateOf!: string | null;

  @Field(() => ReversalRecord, { nullable: true, description: 'Null unless reversed, or being reversed.' })
  reversal!: ReversalRecord | null;
}

export const CollectedPaymentPage = pageOf(CollectedPayment, 'A page of collected payments.');
export type CollectedPaymentPage = Page<CollectedPayment>;

@PagedArgs()
export class PaymentPageArguments extends PageArguments {}

const PaymentColumnEnum = enumOf(PAYMENT_COLUMNS, {
  name: 'PaymentColumn',
  description: 'Columns that a list of payments can be sorted by.',
  values: {
    recorded: 'The order of recording.',
    amount: 'Amount.',
    status: 'Status.',
    borrower: 'Name of the primary borrower; needs the scope `persons:read`.',
    loan: 'Contract number, or account number without one.',
    method: 'Payment method.',
    applied: '`effectiveDate`.',
    reference: 'The collector’s reference, or the reference number without one.',
    recorded_by: 'Who recorded it.',
  },
});

@ArgsType()
export class PaymentFilterArguments extends filterArguments('day on which it was recorded (UTC)') {
  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only payments on this account.' })
  accountId?: string | null;

  @Field(() => PaymentStatus, { nullable: true, description: 'Only payments with this status.' })
  status?: CollectedPaymentStatus | null;

  @Field(() => [PaymentStatus], { nullable: true, description: 'Only payments with any of these statuses.' })
  statuses?: CollectedPaymentStatus[] | null;

  @Field(() => [PaymentMethod], { nullable: true, description: 'Only payments collected by any of these methods.' })
  paymentMethods?: string[] | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'Only payments applied on this business day or later (`effectiveDate`). The list is then sorted by that day, latest first.',
  })
  effectiveFrom?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'Only payments applied on this business day or earlier (`effectiveDate`). The list is then sorted by that day, latest first.',
  })
  effectiveTo?: string | null;

  @Field(() => String, { nullable: true, description: 'Only payments on accounts in this loan system.' })
  loanSystemCode?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Only payments of at least this many cents.' })
  minAmountCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Only payments of at most this many cents.' })
  maxAmountCents?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words, in any order, of a reference, of a note, of a contract or account number or, for callers who may read persons, of the primary borrower’s name; parts of words are enough, and case, accents and apostrophes make no difference.',
  })
  text?: string | null;

  @Field(() => String, { nullable: true, description: 'Only payments with exactly this collector’s reference.' })
  externalReference?: string | null;
}

@PagedArgs()
export class PaymentListArguments extends PaymentFilterArguments {
  @Field(() => PaymentColumnEnum, { nullable: true, description: 'The column to sort by; missing values come last.' })
  sortBy?: PaymentColumn | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `sortBy` sorts from the highest to the lowest.' })
  isDescending?: boolean | null;

  limit?: number | null;
  cursor?: string | null;
}

@ObjectType({ description: 'Result of a keyed write.' })
export class RecordedPayment {
  @Field(() => Boolean, { description: 'Whether this is the stored answer of an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => CollectedPayment, {
    description: 'The payment as first returned; newer fields are null or have their current value.',
  })
  payment!: CollectedPayment;

  @Field(() => ContractAnswer, { description: 'The same payment as the REST response body.' })
  answer!: ContractAnswer;
}
