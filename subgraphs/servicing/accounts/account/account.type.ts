import { ArgsType, Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { FlagKind } from '../../../../core/graphql/account-flag-kind.js';
import { StatusCode } from '../../../../core/graphql/account-status.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { filterArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ACCOUNT_COLUMNS, type AccountColumn } from './account-columns.js';
import type { AccountSort } from './account-search.store.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A loan account, in the same form for every loan system.' })
export class Account {
  @Field(() => ID, { description: 'Unique identifier, used throughout this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that owns the account.' })
  organizationId!: string;

  @Field(() => String, { description: 'Code of the loan system that keeps the account; events use the same code.' })
  loanSystemCode!: string;

  @Field(() => ID, { description: 'The person who is primary borrower.' })
  primaryBorrowerPartyId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Contract identifier supplied by the client; null when the loan system reports none.',
  })
  externalContractNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Account number in the loan system.' })
  externalAccountNumber!: string | null;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  currentBalanceCents!: number;

  @Field(() => StatusCode, { description: 'Status of the loan.' })
  statusCode!: string;

  @Field(() => IsoInstantScalar, {
    description: 'When the account was created in Tributary; `contract.originatedOn` is when the loan was made.',
  })
  createdAt!: string;
}

export const AccountPage = pageOf(Account, 'A page of accounts.');
export type AccountPage = Page<Account>;

const SORTS: readonly AccountSort[] = ['newest', 'highest_balance', 'lowest_balance', 'next_due'];
const AccountSortEnum = enumOf(SORTS, {
  name: 'AccountSort',
  description: 'Sort orders for a list of accounts.',
  values: {
    newest: 'Latest created first.',
    highest_balance: 'Highest outstanding principal first.',
    lowest_balance: 'Lowest outstanding principal first.',
    next_due: 'Earliest due date first; accounts without a due date come last.',
  },
});

const AccountColumnEnum = enumOf(ACCOUNT_COLUMNS, {
  name: 'AccountColumn',
  description: 'Columns that a list of accounts can be sorted by.',
  values: {
    created: 'The order of creation.',
    borrower: 'Name of the primary borrower; needs the scope `persons:read`.',
    loan: 'Contract number, or account number without one.',
    status: 'Status.',
    balance: 'Outstanding principal.',
    past_due: 'Amount past due.',
    days_past_due: 'Days past due.',
    next_due: 'Next due date.',
    amount_due: 'Amount of the next installment.',
    lender: 'Name of the organization.',
    loan_system: 'Code of the loan system.',
  },
});

@ArgsType()
export class AccountFilterArguments extends filterArguments('day of creation (UTC)') {
  @Field(() => [StatusCode], { nullable: true, description: 'Accounts in one of these statuses.' })
  statuses?: readonly string[] | null;

  @Field(() => SafeInt, { nullable: true, description: 'Minimum outstanding principal, cents, inclusive.' })
  minBalanceCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Maximum outstanding principal, cents, inclusive.' })
  maxBalanceCents?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words, in any order, of the contract number, of the account number or, with the scope `persons:read`, of the primary borrower’s name; parts of words are enough, and case, accents and apostrophes are ignored. Or the id of an account, a person or a transaction.',
  })
  text?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words of the primary borrower’s name, in any order; parts of words are enough, and case, accents and apostrophes are ignored. Needs the scope `persons:read`.',
  })
  borrower?: string | null;

  @Field(() => String, { nullable: true, description: 'Exact contract number.' })
  externalContractNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'Exact account number in the loan system.' })
  externalAccountNumber?: string | null;

  @Field(() => Int, { nullable: true, description: 'Minimum number of days past due, inclusive.' })
  minDaysPastDue?: number | null;

  @Field(() => Int, { nullable: true, description: 'Maximum number of days past due, inclusive.' })
  maxDaysPastDue?: number | null;

  @Field(() => [FlagKind], { nullable: true, description: 'Accounts with one of these flags in force today.' })
  flags?: readonly string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to leave out sandbox organizations, as totals over several organizations do. Sandboxes are kept if one is named or the caller reaches no other.',
  })
  isWithoutSandboxes?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Accounts on which this person is primary borrower.' })
  primaryBorrowerPartyId?: string | null;
}

@PagedArgs()
export class AccountListArguments extends AccountFilterArguments {
  @Field(() => AccountSortEnum, { nullable: true, description: 'Defaults to newest first.' })
  sort?: AccountSort | null;

  @Field(() => AccountColumnEnum, {
    nullable: true,
    description: 'The column to sort by, instead of `sort`; missing values come last.',
  })
  sortBy?: AccountColumn | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `sortBy` sorts from the highest to the lowest.' })
  isDescending?: boolean | null;

  limit?: number | null;
  cursor?: string | null;
}
