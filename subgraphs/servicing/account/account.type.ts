import { ArgsType, Directive, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { ACCOUNT_STATUS_CODES } from '../../../core/contract/account.js';
import { ListArguments } from '../../../core/graphql/list-arguments.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { SafeInt } from '../../../core/graphql/scalars.js';

export const StatusCode = Object.fromEntries(ACCOUNT_STATUS_CODES.map((code) => [code, code]));
registerEnumType(StatusCode, { name: 'AccountStatusCode', description: 'Where a loan stands.' });

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A loan account, the same whichever loan system is behind it (spec 2.5).' })
export class Account {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID, { description: 'The person who is primary borrower.' })
  primaryBorrowerPartyId!: string;

  @Field(() => String, { nullable: true, description: 'Contract identifier supplied by the client.' })
  externalContractNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Account number in the loan system.' })
  externalAccountNumber!: string | null;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  currentBalanceCents!: number;

  @Field(() => StatusCode)
  statusCode!: string;
}

@ObjectType()
export class AccountPage {
  @Field(() => [Account])
  items!: readonly Account[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@ArgsType()
export class AccountListArguments extends ListArguments {
  @Field(() => ID, { nullable: true, description: 'Accounts on which this person is primary borrower.' })
  primaryBorrowerPartyId?: string | null;
}
