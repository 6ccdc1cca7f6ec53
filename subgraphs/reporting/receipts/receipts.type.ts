import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { listArguments } from '../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';

const RECEIPT_DAYS = ['ENTERED', 'BUSINESS_DAY'] as const;
export type ReceiptDay = (typeof RECEIPT_DAYS)[number];
const ReceiptDays = enumOf(RECEIPT_DAYS, {
  name: 'ReceiptDay',
  description: 'By which day payments are counted.',
  values: {
    ENTERED:
      'The day on which it was entered, by the lender’s time zone; where its loan system does not tell that, the business day.',
    BUSINESS_DAY: 'The business day on which it counts, as in the cash receipts.',
  },
});

const RECEIPT_GROUPS = ['NONE', 'METHOD', 'LOAN_SYSTEM'] as const;
export type ReceiptGroup = (typeof RECEIPT_GROUPS)[number];
const ReceiptGroups = enumOf(RECEIPT_GROUPS, {
  name: 'ReceiptGroup',
  description: 'By what a day’s receipts are divided.',
  values: {
    NONE: 'Not at all: one row a day.',
    METHOD: 'By how they were paid; where that is not known: null.',
    LOAN_SYSTEM: 'By the loan system that holds the account.',
  },
});

@ArgsType()
export class ReceiptsArguments {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day; without it, 29 days before the last.' })
  from?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'The last day, at most 366 after the first; without it, today by the lender’s time zone or, of business days, the one on which today’s payments count.',
  })
  to?: string | null;

  @Field(() => ReceiptDays, { defaultValue: 'BUSINESS_DAY', description: 'By which day payments are counted.' })
  by!: ReceiptDay;

  @Field(() => ReceiptGroups, { defaultValue: 'NONE', description: 'By what each day is divided.' })
  groupBy!: ReceiptGroup;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;
}

@ObjectType({
  description:
    'What came in on a day: payments of borrowers, recorded here, collected by autopay or told by a loan system.',
})
export class ReceiptsOfDay {
  @Field(() => IsoDateScalar, { description: 'The day.' })
  day!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Which part of the day’s; null where it is not divided or not known.',
  })
  group!: string | null;

  @Field(() => Int, { description: 'How many payments, those that were taken back later too.' })
  payments!: number;

  @Field(() => SafeInt, { description: 'What they came to, cents, with those that were taken back later.' })
  grossCents!: number;

  @Field(() => SafeInt, { description: 'Of it, what was taken back later, whenever that was.' })
  reversedCents!: number;

  @Field(() => SafeInt, { description: 'What is left of it.' })
  netCents!: number;

  @Field(() => Int, { description: 'Payments whose amount is unknown: the sums skip them.' })
  unknown!: number;
}

const BothEnds = listArguments({
  from: 'The first day; without it, 29 days before the last.',
  to: 'The last day, at most 366 after the first; without it as in `receiptsByDay`.',
});

@PagedArgs()
export class ReceiptListArguments extends BothEnds {
  @Field(() => ReceiptDays, { defaultValue: 'BUSINESS_DAY', description: 'By which day payments are counted.' })
  by!: ReceiptDay;

  @Field(() => String, {
    nullable: true,
    description: 'Only what was paid so; an empty text: only where that is not known.',
  })
  paymentMethod?: string | null;

  @Field(() => String, { nullable: true, description: 'Only of accounts in this loan system.' })
  loanSystemCode?: string | null;
}

@ObjectType({ description: 'A payment of a borrower that came in: one that the sums of its day add up.' })
export class Receipt {
  @Field(() => ID, { description: 'The transaction in the account’s history.' })
  transactionId!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The day on which it is counted, by what was asked.' })
  day!: string;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it counts.' })
  effectiveAt!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents. Null: unknown, never zero.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: '`reversed` where it was taken back later.' })
  status!: string | null;

  @Field(() => String, { nullable: true, description: 'How it was paid; null: not known.' })
  paymentMethod!: string | null;

  @Field(() => ID, { description: 'The loan system that holds the account.' })
  loanSystemCode!: string;
}

export const ReceiptPage = pageOf(Receipt, 'A page of receipts.', 'Receipt');
