import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { filterArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';
import { RECEIPT_COLUMNS, type ReceiptColumn } from './receipt-columns.js';

const RECEIPT_DAYS = ['ENTERED', 'BUSINESS_DAY'] as const;
export type ReceiptDay = (typeof RECEIPT_DAYS)[number];
const ReceiptDays = enumOf(RECEIPT_DAYS, {
  name: 'ReceiptDay',
  description: 'The day that payments are counted by.',
  values: {
    ENTERED: 'The day of entry in the lender’s time zone; the business day if the loan system does not report that.',
    BUSINESS_DAY: 'The effective business day, as in the cash receipts.',
  },
});

const RECEIPT_GROUPS = ['NONE', 'METHOD', 'LOAN_SYSTEM'] as const;
export type ReceiptGroup = (typeof RECEIPT_GROUPS)[number];
const ReceiptGroups = enumOf(RECEIPT_GROUPS, {
  name: 'ReceiptGroup',
  description: 'How a day’s receipts are grouped.',
  values: {
    NONE: 'No groups: one row per day.',
    METHOD: 'By payment method; null if it is unknown.',
    LOAN_SYSTEM: 'By the account’s loan system.',
  },
});

@ArgsType()
export class ReceiptsArguments {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day; default: 29 days before the last.' })
  from?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'The last day, at most 366 after the first. Default: today in the lender’s time zone, or the current business day when counting by business day.',
  })
  to?: string | null;

  @Field(() => ReceiptDays, { defaultValue: 'BUSINESS_DAY', description: 'The day that payments are counted by.' })
  by!: ReceiptDay;

  @Field(() => ReceiptGroups, { defaultValue: 'NONE', description: 'By what each day is divided.' })
  groupBy!: ReceiptGroup;

  @Field(() => ID, { nullable: true, description: 'One organization in scope; default: all.' })
  organizationId?: string | null;
}

@ObjectType({
  description:
    'Receipts of a day: borrowers’ payments recorded through this API, collected by autopay or reported by a loan system.',
})
export class ReceiptsOfDay {
  @Field(() => IsoDateScalar, { description: 'The day.' })
  day!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The group; null without grouping or if it is unknown.',
  })
  group!: string | null;

  @Field(() => Int, { description: 'Number of payments, including those reversed later.' })
  payments!: number;

  @Field(() => SafeInt, { description: 'Their sum in cents, including those reversed later.' })
  grossCents!: number;

  @Field(() => SafeInt, { description: 'The part that was reversed later, on any day.' })
  reversedCents!: number;

  @Field(() => SafeInt, { description: 'Gross less reversed.' })
  netCents!: number;

  @Field(() => Int, { description: 'Payments whose amount is unknown: the sums skip them.' })
  unknown!: number;
}

const BothEnds = filterArguments({
  from: 'The first day; default: 29 days before the last.',
  to: 'The last day, at most 366 after the first; default as in `receiptsByDay`.',
});

const ReceiptColumnEnum = enumOf(RECEIPT_COLUMNS, {
  name: 'ReceiptColumn',
  description: 'Columns that a list of receipts can be sorted by.',
  values: {
    business_day: 'The effective business day.',
    day: 'The day that payments are counted by.',
    borrower: 'Name of the primary borrower; needs the scope `persons:read`.',
    loan: 'Contract number, or account number without one.',
    method: 'Payment method.',
    loan_system: 'Code of the loan system.',
    status: 'Status.',
    reversed_on: 'The day on which the books reverse it.',
    amount: 'Amount.',
    net: 'Amount; zero if it was reversed.',
  },
});

@ArgsType()
export class ReceiptFilterArguments extends BothEnds {
  @Field(() => ReceiptDays, { defaultValue: 'BUSINESS_DAY', description: 'The day that payments are counted by.' })
  by!: ReceiptDay;

  @Field(() => String, {
    nullable: true,
    description: 'Only payments by this method; an empty string: only those with an unknown method.',
  })
  paymentMethod?: string | null;

  @Field(() => String, { nullable: true, description: 'Only accounts in this loan system.' })
  loanSystemCode?: string | null;
}

@PagedArgs()
export class ReceiptListArguments extends ReceiptFilterArguments {
  @Field(() => ReceiptColumnEnum, { nullable: true, description: 'The column to sort by; missing values come last.' })
  sortBy?: ReceiptColumn | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `sortBy` sorts from the highest to the lowest.' })
  isDescending?: boolean | null;

  limit?: number | null;
  cursor?: string | null;
}

@ObjectType({ description: 'A borrower’s payment, included in the sums of its day.' })
export class Receipt {
  @Field(() => ID, { description: 'The transaction in the account’s history.' })
  transactionId!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The day it is counted by, as requested.' })
  day!: string;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Its effective business day.' })
  effectiveAt!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents. Null: unknown, never zero.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: '`reversed` if it was reversed later.' })
  status!: string | null;

  @Field(() => String, { nullable: true, description: 'Payment method; null if unknown.' })
  paymentMethod!: string | null;

  @Field(() => ID, { description: 'The account’s loan system.' })
  loanSystemCode!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description:
      'The day on which the books reverse it; null if it is not reversed or the day is unknown. Sums by day subtract a reversal on `day` instead.',
  })
  reversedOn!: string | null;
}

export const ReceiptPage = pageOf(Receipt, 'A page of receipts.', 'Receipt');
