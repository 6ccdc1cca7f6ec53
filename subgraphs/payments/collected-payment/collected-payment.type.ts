import { ArgsType, Directive, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { CARD_BRANDS, COLLECTED_PAYMENT_STATUSES, PAYMENT_METHODS } from '../../../core/contract/collected-payment.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';

const valuesOf = <T extends string>(names: readonly T[]) => Object.fromEntries(names.map((name) => [name, name]));

const PaymentMethod = valuesOf(PAYMENT_METHODS);
const CardBrand = valuesOf(CARD_BRANDS);
const PaymentStatus = valuesOf(COLLECTED_PAYMENT_STATUSES);
registerEnumType(PaymentMethod, {
  name: 'CollectedPaymentMethod',
  description: 'How a payment was collected (spec 2.3).',
});
registerEnumType(CardBrand, { name: 'CardBrand', description: 'Brand of a card run on the collector’s own terminal.' });
registerEnumType(PaymentStatus, { name: 'CollectedPaymentStatus', description: 'Spec 3.1.' });

@ObjectType({ description: 'How a payment was taken back (spec 2.2).' })
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
@ObjectType({ description: 'A payment that the caller’s organization collected and reported (spec 2.1).' })
export class CollectedPayment {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

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

  @Field(() => ReversalRecord, { nullable: true, description: 'Null unless reversed, or being reversed.' })
  reversal!: ReversalRecord | null;
}

@ObjectType({ description: 'A page of collected payments.' })
export class CollectedPaymentPage {
  @Field(() => [CollectedPayment], { description: 'The rows of this page.' })
  items!: readonly CollectedPayment[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}

@ArgsType()
export class PaymentPageArguments {
  @Field(() => Int, { nullable: true, description: 'Rows of one page: 1 to 1000; 100 without it.' })
  limit?: number | null;

  @Field(() => String, { nullable: true, description: 'The `nextCursor` of the page before.' })
  cursor?: string | null;
}

@ObjectType({ description: 'Answer of a keyed write.' })
export class RecordedPayment {
  @Field(() => Boolean, { description: 'Whether this is the stored answer of an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => CollectedPayment, { description: 'The payment as it stands now.' })
  payment!: CollectedPayment;
}

@InputType({ description: 'Spec 4.2.' })
export class RecordPaymentInput {
  @Field(() => SafeInt, { description: 'Cents; greater than 0, at most the payoff.' })
  amountCents!: number;

  @Field(() => PaymentMethod, { description: 'How it was collected.' })
  paymentMethod!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'For check, money_order (its serial number) and cashiers_check.',
  })
  checkNumber?: number | null;

  @Field(() => CardBrand, { nullable: true, description: 'For card.' })
  cardBrand?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 64 characters.' })
  externalReference?: string | null;

  @Field(() => String, { nullable: true, description: 'At most 200 characters.' })
  memo?: string | null;
}

@InputType({ description: 'How a payment is taken back (spec 3.1).' })
export class ReversePaymentInput {
  @Field(() => String, { nullable: true, description: 'At most 200 characters.' })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True when reversing for non-sufficient funds.' })
  isNsf?: boolean | null;
}
