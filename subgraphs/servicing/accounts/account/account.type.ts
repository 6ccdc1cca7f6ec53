import { ArgsType, Directive, Field, ID, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { StatusCode } from '../../../../core/graphql/account-status.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { CreatedListArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { AccountSort } from './account-search.store.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A loan account, the same whichever loan system is behind it.' })
export class Account {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => String, { description: 'The code of the loan system that keeps it; events name that by it, too.' })
  loanSystemCode!: string;

  @Field(() => ID, { description: 'The person who is primary borrower.' })
  primaryBorrowerPartyId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Contract identifier supplied by the client; null where its loan system tells of none.',
  })
  externalContractNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Account number in the loan system.' })
  externalAccountNumber!: string | null;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  currentBalanceCents!: number;

  @Field(() => StatusCode, { description: 'Where the loan stands.' })
  statusCode!: string;

  @Field(() => IsoInstantScalar, {
    description: 'When it was taken in here; `contract.originatedOn` is when it was made.',
  })
  createdAt!: string;
}

export const AccountPage = pageOf(Account, 'A page of accounts.');
export type AccountPage = Page<Account>;

const SORTS: readonly AccountSort[] = ['newest', 'highest_balance', 'lowest_balance', 'next_due'];
const AccountSortEnum = enumOf(SORTS, {
  name: 'AccountSort',
  description: 'What a list of accounts is sorted by.',
  values: {
    newest: 'The latest created first.',
    highest_balance: 'The most outstanding principal first.',
    lowest_balance: 'The least outstanding principal first.',
    next_due: 'The earliest due date first; those without one come last.',
  },
});

@ArgsType()
export class AccountListArguments extends CreatedListArguments {
  @Field(() => [StatusCode], { nullable: true, description: 'Accounts in one of these statuses.' })
  statuses?: readonly string[] | null;

  @Field(() => SafeInt, { nullable: true, description: 'The least outstanding principal, cents, inclusive.' })
  minBalanceCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'The most outstanding principal, cents, inclusive.' })
  maxBalanceCents?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the contract number, the account number or, with the scope `persons:read`, the primary borrower’s name; case, accents and the kind of apostrophe make no difference.',
  })
  text?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Part of the primary borrower’s name, whatever its case, accents and apostrophes; needs the scope `persons:read`.',
  })
  borrower?: string | null;

  @Field(() => String, { nullable: true, description: 'With this contract number, exactly.' })
  externalContractNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'With this account number in their loan system, exactly.' })
  externalAccountNumber?: string | null;

  @Field(() => AccountSortEnum, { nullable: true, description: 'Newest first without it.' })
  sort?: AccountSort | null;

  @Field(() => ID, { nullable: true, description: 'Accounts on which this person is primary borrower.' })
  primaryBorrowerPartyId?: string | null;
}
