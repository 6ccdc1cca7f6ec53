import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { BORROWER_ROLES, type BorrowerRole } from '../../../../core/contract/account.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { NewAddressInput } from '../../accounts/person/new-address.type.js';

const BorrowerRoleEnum = enumOf(BORROWER_ROLES, {
  name: 'BorrowerRole',
  description: 'As what somebody borrows on a loan.',
  values: { primary: 'Who is written to, and pays by default.', co_borrower: 'Owes beside the primary borrower.' },
});

@ObjectType({ description: 'What a ledger here keeps of a loan beside its contract.' })
export class LedgerLoan {
  @Field(() => String, {
    nullable: true,
    description: 'The lender’s own number; null of loans from before there were any.',
  })
  loanNumber!: string | null;

  @Field(() => ID, { nullable: true, description: 'The product that it was booked under; null: the built-in terms.' })
  productId!: string | null;

  @Field(() => String, { nullable: true, description: 'The code of that product.' })
  productCode!: string | null;

  @Field(() => Int, { nullable: true, description: 'The version of the product that it keeps.' })
  productVersion!: number | null;

  @Field(() => SafeInt, { description: 'What a returned payment costs, cents.' })
  nsfFeeCents!: number;
}

@InputType({
  description: 'Somebody who is known here already (`partyId`), or somebody new (`displayName` and the rest).',
})
export class LedgerBorrowerInput {
  @Field(() => BorrowerRoleEnum, { description: 'As what they borrow; exactly one is `primary`.' })
  role!: BorrowerRole;

  @Field(() => ID, { nullable: true, description: 'A person of the organization; then nothing else is said of them.' })
  partyId?: string | null;

  @Field(() => String, { nullable: true, description: 'Of somebody new: the name to be shown.' })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'Of somebody new: the email address.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'Of somebody new: the telephone number.' })
  phone?: string | null;

  @Field(() => NewAddressInput, { nullable: true, description: 'Of somebody new: where bills go.' })
  address?: NewAddressInput | null;
}

@InputType({ description: 'A loan to be booked.' })
export class BookLedgerLoanInput {
  @Field(() => ID, { nullable: true, description: 'Needed of a caller who reaches several organizations.' })
  organizationId?: string | null;

  @Field(() => String, { description: 'The lender’s own number, unique in the organization.' })
  loanNumber!: string;

  @Field(() => ID, { nullable: true, description: 'The product that it is booked under, in its current version.' })
  productId?: string | null;

  @Field(() => String, { nullable: true, description: 'The same by its code; without either, the built-in terms.' })
  productCode?: string | null;

  @Field(() => [LedgerBorrowerInput], { description: 'Who owes.' })
  borrowers!: readonly LedgerBorrowerInput[];

  @Field(() => IsoDateScalar, { description: 'The day on which the loan was made: within a year of today.' })
  originatedOn!: string;

  @Field(() => IsoDateScalar, { description: 'When the first installment falls due: after `originatedOn`.' })
  firstDueOn!: string;

  @Field(() => SafeInt, { description: 'What is lent, cents.' })
  originalPrincipalCents!: number;

  @Field(() => String, { description: 'Percent per year, as text: `18.25`, `6.875`; at most 100, and six decimals.' })
  annualRate!: string;

  @Field(() => Int, { description: 'How many monthly installments, 1 to 480.' })
  termMonths!: number;

  @Field(() => SafeInt, { nullable: true, description: 'One installment, cents; without it, the level payment.' })
  scheduledPaymentCents?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'What a returned payment costs; without it, the product’s.' })
  nsfFeeCents?: number | null;
}

@ObjectType({ description: 'A loan that was booked.' })
export class BookedLedgerLoan {
  accountId!: string;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The same as REST answers it.' })
  answer!: ContractAnswer;
}
