import { ArgsType, Directive, Field, ID, ObjectType } from 'type-graphql';
import { CARD_BRANDS } from '../../../../core/cards/card-number.js';
import {
  COLLECTED_PAYMENT_STATUSES,
  type CollectedPaymentStatus,
  PAYMENT_METHODS,
} from '../../../../core/contract/collected-payment.js';
import type { Page } from '../../../../core/db/keyset.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';

export const PaymentMethod = enumOf(PAYMENT_METHODS, {
  name: 'CollectedPaymentMethod',
  description: 'How a payment was collected.',
  values: {
    cash: 'Notes and coins.',
    check: 'A check; its number is given.',
    card: 'A card, run on the collector’s own terminal; its brand is given.',
    money_order: 'A money order; its serial number is given.',
    cashiers_check: 'A cashier’s check; its number is given.',
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
  description: 'Where a collected payment stands.',
  values: {
    pending: 'Taken on; the loan system is being asked to post it.',
    posted: 'The loan system confirmed it.',
    pending_confirmation: 'Sent, and the outcome is not known yet; it is asked for until it is.',
    reversal_pending: 'Its reversal was sent, and the outcome is not known yet.',
    reversed: 'Taken back.',
    failed: 'Certainly not posted.',
  },
});

@ObjectType({ description: 'How a payment was taken back.' })
export class ReversalRecord {
  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was taken back; null until then.' })
  reversedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Why, as it was told.' })
  reason!: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Reversed for non-sufficient funds.' })
  isNsf!: boolean | null;

  @Field(() => SafeInt, { nullable: true, description: 'Identifies the reversal in the loan system.' })
  referenceNumber!: number | null;

  @Field(() => String, { nullable: true, description: 'Prefix of the key that asked for it.' })
  reversedBy!: string | null;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A payment that the caller’s organization collected and reported.' })
export class CollectedPayment {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => SafeInt, { description: 'Cents of US dollars.' })
  amountCents!: number;

  @Field(() => PaymentMethod, { description: 'How it was collected.' })
  paymentMethod!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Of a check, money order or cashier’s check.' })
  checkNumber!: number | null;

  @Field(() => PaymentStatus, { description: 'Where the payment stands.' })
  status!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'Business day on which it was applied; null until posted.',
  })
  effectiveDate!: string | null;

  @Field(() => String, { nullable: true, description: 'The collector’s own reference.' })
  externalReference!: string | null;

  @Field(() => String, { nullable: true, description: 'A note of the collector.' })
  memo!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number of the posting.' })
  referenceNumber!: number | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was posted; null until then.' })
  postedAt!: string | null;

  /** Null of an answer that was kept before it was part of one. */
  createdAt!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The payment that it equalled by account, method, amount and check number when it was recorded: a check or money order of the last three business days, cash or a card of the same day. It is posted all the same.',
  })
  possibleDuplicateOf!: string | null;

  @Field(() => ReversalRecord, { nullable: true, description: 'Null unless reversed, or being reversed.' })
  reversal!: ReversalRecord | null;
}

export const CollectedPaymentPage = pageOf(CollectedPayment, 'A page of collected payments.');
export type CollectedPaymentPage = Page<CollectedPayment>;

@PagedArgs()
export class PaymentPageArguments extends PageArguments {}

@ArgsType()
export class PaymentListArguments extends listArguments('day on which it was recorded (UTC)') {
  @Field(() => ID, { nullable: true, description: 'Only those on this account.' })
  accountId?: string | null;

  @Field(() => PaymentStatus, { nullable: true, description: 'Only those that stand there.' })
  status?: CollectedPaymentStatus | null;

  @Field(() => [PaymentStatus], { nullable: true, description: 'Only those that stand at one of these.' })
  statuses?: CollectedPaymentStatus[] | null;

  @Field(() => [PaymentMethod], { nullable: true, description: 'Only those that were collected in one of these ways.' })
  paymentMethods?: string[] | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'Only those that were applied on this business day or a later one (`effectiveDate`). The list then goes by that day, latest first.',
  })
  effectiveFrom?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'Only those that were applied on this business day or an earlier one (`effectiveDate`). The list then goes by that day, latest first.',
  })
  effectiveTo?: string | null;

  @Field(() => String, { nullable: true, description: 'Only those on accounts in this loan system.' })
  loanSystemCode?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Only those of at least so many cents.' })
  minAmountCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Only those of at most so many cents.' })
  maxAmountCents?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Part of a reference, a note, a contract or account number or, for who may read persons, of the primary borrower’s name; case, accents and the kind of apostrophe make no difference.',
  })
  text?: string | null;

  @Field(() => String, { nullable: true, description: 'Only those with this reference of the collector, exactly.' })
  externalReference?: string | null;
}

@ObjectType({ description: 'Answer of a keyed write.' })
export class RecordedPayment {
  @Field(() => Boolean, { description: 'Whether this is the stored answer of an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => CollectedPayment, {
    description: 'The payment as it was answered first; members that are newer than that are null, or as they stand.',
  })
  payment!: CollectedPayment;

  @Field(() => ContractAnswer, { description: 'The same as REST answers it.' })
  answer!: ContractAnswer;
}
