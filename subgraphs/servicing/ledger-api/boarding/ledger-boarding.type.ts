import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { PROBLEM_SEVERITIES, type ProblemSeverity } from '../../../../ledger/boarding/problem-severity.js';
import { WARNING_KINDS, type WarningKind } from '../../../../ledger/boarding/warnings.js';

const ProblemSeverityEnum = enumOf(PROBLEM_SEVERITIES, {
  name: 'LedgerBoardingProblemSeverity',
  description: 'How severe a problem of a boarded file is.',
  values: {
    error: 'The loan, or the file, is not boarded.',
    difference: 'The file differs from a loan that is boarded already.',
    warning: 'Valid but implausible.',
    notice: 'Only worth knowing.',
  },
});

const WarningKindEnum = enumOf(WARNING_KINDS, {
  name: 'LedgerBoardingWarning',
  description: 'Why a loan of a file is implausible.',
  values: {
    level_payment: 'Its payment is more than a third off that of principal, rate and term.',
    payment_too_small: 'The installments that are left come to less than a tenth of its principal.',
    rate_below_one: 'Its rate is below 1 percent, and may be a fraction.',
    next_due_far_away: 'Its next installment falls due more than two months after the cut-over.',
    principal_above_original: 'It owes more principal than was lent.',
    repeated_borrower: 'Another loan of the file has the same name and amount.',
  },
});

@ObjectType({ description: 'What is counted of a portfolio. Null: not told, or not known yet.' })
export class BoardingFigures {
  @Field(() => SafeInt, { nullable: true, description: 'Loans.' })
  loans!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Rows of history.' })
  transactions!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents of principal that is owed.' })
  principalCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents of interest that is owed.' })
  interestCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents of fees that are owed.' })
  feesCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents of history, each amount without its sign.' })
  amountCents!: number | null;
}

@ObjectType({ description: 'The same figures from each side.' })
export class BoardingTieOut {
  @Field(() => BoardingFigures, { description: 'What the file’s control row names.' })
  control!: BoardingFigures;

  @Field(() => BoardingFigures, { description: 'What the file’s rows come to.' })
  file!: BoardingFigures;

  @Field(() => BoardingFigures, { description: 'Of those, loans that were boarded before.' })
  known!: BoardingFigures;

  @Field(() => BoardingFigures, {
    description: 'Of those, loans that are left out: in error, or booked by somebody while the file was boarded.',
  })
  skipped!: BoardingFigures;

  @Field(() => BoardingFigures, { nullable: true, description: 'What was written, read back; null before that.' })
  written!: BoardingFigures | null;

  @Field(() => BoardingFigures, { nullable: true, description: 'What the journal’s opening entries say; null before.' })
  journal!: BoardingFigures | null;
}

@ObjectType({ description: 'How many warnings of one kind a file has.' })
export class BoardingWarningKind {
  @Field(() => WarningKindEnum, { description: 'What is implausible.' })
  kind!: WarningKind;

  @Field(() => Int, { description: 'Warnings of this kind.' })
  count!: number;
}

@ObjectType({ description: 'A portfolio that comes into the ledger from a file.' })
export class LedgerBoarding {
  @Field(() => ID, { description: 'Identifies it.' })
  id!: string;

  @Field(() => ID, { description: 'The lender whose loans they are.' })
  organizationId!: string;

  @Field(() => String, { description: 'The ledger that the loans go to.' })
  loanSystemCode!: string;

  @Field(() => String, {
    description:
      '`receiving`: the file is arriving. `received`: it is to be checked. `writing`: it is right, and written loan by loan. `done`: it is written. `checked`: of a dry run, it was checked. `refused`: something is wrong, nothing was written. `abandoned`: somebody ended it; what was written until then stays.',
  })
  status!: string;

  @Field(() => Boolean, { description: 'Whether it only checks.' })
  isDryRun!: boolean;

  @Field(() => Boolean, { description: 'Whether loans with an error are left out, and the others written.' })
  skipsInvalid!: boolean;

  @Field(() => Boolean, { description: 'Whether warnings are errors.' })
  isStrict!: boolean;

  @Field(() => Int, { description: 'Lines of the file that were read.' })
  lines!: number;

  @Field(() => SafeInt, { description: 'Bytes of the file that were read.' })
  bytes!: number;

  @Field(() => Int, { description: 'Loans that were read.' })
  loans!: number;

  @Field(() => Int, { description: 'Rows of history that were read.' })
  transactions!: number;

  @Field(() => Int, {
    description: 'Errors; with any before it is written, nothing is, or these loans are not where they are skipped.',
  })
  errors!: number;

  @Field(() => Int, {
    description:
      'What the file says otherwise of loans that are boarded; with any, nothing is written, but where loans in error are skipped.',
  })
  differences!: number;

  @Field(() => Int, {
    description:
      'How many warnings there are: valid but implausible values. The loans are boarded; in a strict boarding these are errors.',
  })
  warnings!: number;

  @Field(() => [BoardingWarningKind], {
    description: 'The same by kind; kinds that the file does not have are left out.',
  })
  warningKinds!: readonly BoardingWarningKind[];

  @Field(() => Int, { description: 'Loans of the file that are boarded already; they are compared only.' })
  knownLoans!: number;

  @Field(() => Int, { description: 'Loans that are written so far.' })
  loansWritten!: number;

  @Field(() => Int, { description: 'Rows of history that are written so far.' })
  transactionsWritten!: number;

  @Field(() => Boolean, { nullable: true, description: 'Whether every side says the same; null before it is known.' })
  isTied!: boolean | null;

  @Field(() => BoardingTieOut, { nullable: true, description: 'The sides; null before the file is checked.' })
  tieOut!: BoardingTieOut | null;

  @Field(() => String, { description: 'Who handed it in: a key’s prefix, an operator’s subject.' })
  requestedBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When it began to arrive.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was over; null while it is not.' })
  finishedAt!: string | null;
}

@ObjectType({ description: 'Answer of a write on a boarding.' })
export class KeyedLedgerBoarding {
  /** For the resolver of `boarding`. */
  boardingId!: string;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The same as REST answers it.' })
  answer!: ContractAnswer;
}

@ObjectType({ description: 'What is wrong with a row of a file, or only worth knowing.' })
export class LedgerBoardingProblem {
  @Field(() => Int, { description: 'The line, counted from 1; of a row of several, its last.' })
  line!: number;

  @Field(() => String, { nullable: true, description: 'The column; null: the row as a whole.' })
  column!: string | null;

  @Field(() => String, {
    description:
      '`error`; `difference`: of a loan that is boarded already; `warning`: valid but implausible; `notice`.',
  })
  severity!: string;

  @Field(() => String, { description: 'In words, without what the cell holds.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'The loan’s number, where the row has one.' })
  loanNumber!: string | null;
}

export const LedgerBoardingProblemPage = pageOf(LedgerBoardingProblem, 'A page of problems.');
export type LedgerBoardingProblemPage = Page<LedgerBoardingProblem>;

@PagedArgs()
@ArgsType()
export class LedgerBoardingProblemArguments extends PageArguments {
  @Field(() => ID, { description: 'The boarding.' })
  id!: string;

  @Field(() => ProblemSeverityEnum, { nullable: true, description: 'Only those of this severity.' })
  severity?: ProblemSeverity | null;
}
