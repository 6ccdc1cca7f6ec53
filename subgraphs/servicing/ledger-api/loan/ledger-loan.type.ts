import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { BORROWER_ROLES, type BorrowerRole } from '../../../../core/contract/account-enumerations.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';
import { NewAddressInput } from '../../accounts/person/new-address.type.js';

const BorrowerRoleEnum = enumOf(BORROWER_ROLES, {
  name: 'BorrowerRole',
  description: 'Role of a borrower on a loan.',
  values: { primary: 'Receives letters, and pays by default.', co_borrower: 'Owes jointly with the primary borrower.' },
});

@ObjectType({ description: 'What a ledger of Tributary stores about a loan beyond its contract.' })
export class LedgerLoan {
  @Field(() => String, {
    nullable: true,
    description: 'The lender’s own number; null for loans booked before numbers existed.',
  })
  loanNumber!: string | null;

  @Field(() => ID, { nullable: true, description: 'The product under which it was booked; null: the built-in terms.' })
  productId!: string | null;

  @Field(() => String, { nullable: true, description: 'The product’s code.' })
  productCode!: string | null;

  @Field(() => Int, { nullable: true, description: 'The product version whose terms the loan keeps.' })
  productVersion!: number | null;

  @Field(() => SafeInt, { description: 'Fee for a returned payment, cents.' })
  nsfFeeCents!: number;
}

@InputType({
  description: 'An existing person (`partyId`) or a new one (`displayName` and the other fields).',
})
export class LedgerBorrowerInput {
  @Field(() => BorrowerRoleEnum, { description: 'Role on the loan; exactly one borrower is `primary`.' })
  role!: BorrowerRole;

  @Field(() => ID, {
    nullable: true,
    description: 'An existing person of the organization; then all other fields but the role must be omitted.',
  })
  partyId?: string | null;

  @Field(() => String, { nullable: true, description: 'For a new person: display name.' })
  displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'For a new person: email address.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'For a new person: telephone number.' })
  phone?: string | null;

  @Field(() => NewAddressInput, { nullable: true, description: 'For a new person: billing address.' })
  address?: NewAddressInput | null;
}

@InputType({ description: 'A new loan.' })
export class BookLedgerLoanInput {
  @Field(() => ID, { nullable: true, description: 'Required for a caller with several organizations.' })
  organizationId?: string | null;

  @Field(() => String, { description: 'The lender’s own number, unique in the organization.' })
  loanNumber!: string;

  @Field(() => ID, { nullable: true, description: 'The product under which it is booked, in its current version.' })
  productId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The product’s code instead of its id; without either, the built-in terms.',
  })
  productCode?: string | null;

  @Field(() => [LedgerBorrowerInput], { description: 'Who owes.' })
  borrowers!: readonly LedgerBorrowerInput[];

  @Field(() => IsoDateScalar, { description: 'Date on which the loan was made: within a year of today.' })
  originatedOn!: string;

  @Field(() => IsoDateScalar, { description: 'Due date of the first installment: after `originatedOn`.' })
  firstDueOn!: string;

  @Field(() => SafeInt, { description: 'Amount lent, cents.' })
  originalPrincipalCents!: number;

  @Field(() => String, {
    description: 'Percent per year, as text: `18.25`, `6.875`; at most 100, with at most six decimals.',
  })
  annualRate!: string;

  @Field(() => Int, { description: 'Number of monthly installments, 1 to 480.' })
  termMonths!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Amount of one installment, cents; defaults to the level payment.',
  })
  scheduledPaymentCents?: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Fee for a returned payment, cents; defaults to the product’s.',
  })
  nsfFeeCents?: number | null;
}

@ObjectType({ description: 'A booked loan.' })
export class BookedLedgerLoan {
  accountId!: string;

  @Field(() => Boolean, { description: 'Whether this is the response to an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The response body as returned over REST.' })
  answer!: ContractAnswer;
}
