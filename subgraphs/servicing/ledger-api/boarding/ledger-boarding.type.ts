import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';
import { PROBLEM_SEVERITIES, type ProblemSeverity } from '../../../../ledger/boarding/problem-severities.js';
import { WARNING_KINDS, type WarningKind } from '../../../../ledger/boarding/warnings.js';

const ProblemSeverityEnum = enumOf(PROBLEM_SEVERITIES, {
  name: 'LedgerBoardingProblemSeverity',
  description: 'Severity of a problem in a boarded file.',
  values: {
    error: 'The loan, or the whole file, is not boarded.',
    difference: 'The file differs from a loan that is already boarded.',
    warning: 'Valid but implausible.',
    notice: 'For information only.',
  },
});

const WarningKindEnum = enumOf(WARNING_KINDS, {
  name: 'LedgerBoardingWarning',
  description: 'Why a loan in a file is implausible.',
  values: {
    level_payment: 'The payment is more than a third off the one calculated from principal, rate and term.',
    payment_too_small: 'The remaining installments total less than a tenth of the principal.',
    rate_below_one: 'The rate is below 1 percent; it may have been given as a fraction.',
    next_due_far_away: 'The next installment is due more than two months after the cut-over.',
    principal_above_original: 'The outstanding principal exceeds the amount lent.',
    repeated_borrower: 'Another loan in the file has the same name and amount.',
  },
});

@ObjectType({ description: 'Control totals of a portfolio. Null: not reported, or not known yet.' })
export class BoardingFigures {
  @Field(() => SafeInt, { nullable: true, description: 'Loans.' })
  loans!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Rows of history.' })
  transactions!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Outstanding principal, cents.' })
  principalCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Outstanding interest, cents.' })
  interestCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Outstanding fees, cents.' })
  feesCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Sum of the absolute amounts of history, cents.' })
  amountCents!: number | null;
}

@ObjectType({ description: 'The same totals from each source.' })
export class BoardingTieOut {
  @Field(() => BoardingFigures, { description: 'Totals in the file’s control row.' })
  control!: BoardingFigures;

  @Field(() => BoardingFigures, { description: 'Totals of the file’s rows.' })
  file!: BoardingFigures;

  @Field(() => BoardingFigures, { description: 'Part of those totals: loans that were boarded before.' })
  known!: BoardingFigures;

  @Field(() => BoardingFigures, {
    description:
      'Part of those totals: loans that are left out because they are in error, or were booked by another client while the file was boarded.',
  })
  skipped!: BoardingFigures;

  @Field(() => BoardingFigures, {
    nullable: true,
    description: 'Totals of what was written, read back; null until then.',
  })
  written!: BoardingFigures | null;

  @Field(() => BoardingFigures, {
    nullable: true,
    description: 'Totals of the journal’s opening entries; null until they are written.',
  })
  journal!: BoardingFigures | null;
}

@ObjectType({ description: 'Number of warnings of one kind in a file.' })
export class BoardingWarningKind {
  @Field(() => WarningKindEnum, { description: 'Kind of warning.' })
  kind!: WarningKind;

  @Field(() => Int, { description: 'Number of warnings of this kind.' })
  count!: number;
}

@ObjectType({ description: 'A portfolio boarded into the ledger from a file.' })
export class LedgerBoarding {
  @Field(() => ID, { description: 'Identifies it.' })
  id!: string;

  @Field(() => ID, { description: 'The lender that owns the loans.' })
  organizationId!: string;

  @Field(() => String, { description: 'The ledger into which the loans are boarded.' })
  loanSystemCode!: string;

  @Field(() => String, {
    description:
      '`receiving`: the file is arriving. `received`: waiting for the check. `writing`: the file is correct, and its loans are being written one by one. `done`: all loans are written. `checked`: a dry run has been checked. `refused`: the file has problems and nothing was written. `abandoned`: ended on request; loans written until then stay.',
  })
  status!: string;

  @Field(() => Boolean, { description: 'Whether the boarding is a dry run: it checks and writes nothing.' })
  isDryRun!: boolean;

  @Field(() => Boolean, { description: 'Whether loans with an error are skipped and the others written.' })
  skipsInvalid!: boolean;

  @Field(() => Boolean, { description: 'Whether warnings count as errors.' })
  isStrict!: boolean;

  @Field(() => Int, { description: 'Lines of the file read so far.' })
  lines!: number;

  @Field(() => SafeInt, { description: 'Bytes of the file read so far.' })
  bytes!: number;

  @Field(() => Int, { description: 'Loans read so far.' })
  loans!: number;

  @Field(() => Int, { description: 'Rows of history read so far.' })
  transactions!: number;

  @Field(() => Int, {
    description:
      'Number of errors. If there are any before writing, nothing is written; with skipping, only the loans in error are left out.',
  })
  errors!: number;

  @Field(() => Int, {
    description:
      'Number of differences from loans that are already boarded. If there are any, nothing is written, unless loans in error are skipped.',
  })
  differences!: number;

  @Field(() => Int, {
    description:
      'Number of warnings: valid but implausible values. The loans are boarded; in a strict boarding, warnings count as errors.',
  })
  warnings!: number;

  @Field(() => [BoardingWarningKind], {
    description: 'Warnings by kind; kinds without warnings are omitted.',
  })
  warningKinds!: readonly BoardingWarningKind[];

  @Field(() => Int, { description: 'Loans of the file that are already boarded; they are compared only.' })
  knownLoans!: number;

  @Field(() => Int, { description: 'Loans written so far.' })
  loansWritten!: number;

  @Field(() => Int, { description: 'Rows of history written so far.' })
  transactionsWritten!: number;

  @Field(() => Boolean, { nullable: true, description: 'Whether all totals agree; null before that is known.' })
  isTied!: boolean | null;

  @Field(() => BoardingTieOut, { nullable: true, description: 'The totals; null before the file is checked.' })
  tieOut!: BoardingTieOut | null;

  @Field(() => String, { description: 'Who uploaded the file: a key’s prefix or an operator’s subject.' })
  requestedBy!: string;

  @Field(() => IsoInstantScalar, { description: 'When the upload began.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the boarding ended; null until then.' })
  finishedAt!: string | null;
}

export const LedgerBoardingPage = pageOf(LedgerBoarding, 'A page of portfolio boardings.');
export type LedgerBoardingPage = Page<LedgerBoarding>;

@ObjectType({ description: 'A loan that a boarding wrote, with its amounts at the cut-over.' })
export class LedgerBoardedLoan {
  @Field(() => ID, { description: 'The loan’s account.' })
  accountId!: string;

  @Field(() => SafeInt, { description: 'Outstanding principal at the cut-over, cents.' })
  principalCents!: number;

  @Field(() => SafeInt, { description: 'Outstanding interest at the cut-over, cents.' })
  interestCents!: number;

  @Field(() => SafeInt, { description: 'Outstanding fees at the cut-over, cents.' })
  feesCents!: number;

  @Field(() => Int, { description: 'Rows of its history in the file.' })
  transactions!: number;
}

export const LedgerBoardedLoanPage = pageOf(LedgerBoardedLoan, 'A page of boarded loans.');
export type LedgerBoardedLoanPage = Page<LedgerBoardedLoan>;

@PagedArgs()
@ArgsType()
export class LedgerBoardedLoanArguments extends PageArguments {
  @Field(() => ID, { description: 'The boarding.' })
  id!: string;
}

@ObjectType({ description: 'Response to a write on a boarding.' })
export class KeyedLedgerBoarding {
  /** Input for the resolver of `boarding`. */
  boardingId!: string;

  @Field(() => Boolean, { description: 'Whether this is the response to an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The response body as returned over REST.' })
  answer!: ContractAnswer;
}

@ObjectType({ description: 'A problem in a row of a file, or a notice about it.' })
export class LedgerBoardingProblem {
  @Field(() => Int, { description: 'The line, counted from 1; for a row of several lines, its last one.' })
  line!: number;

  @Field(() => String, { nullable: true, description: 'The column; null: the row as a whole.' })
  column!: string | null;

  @Field(() => String, {
    description:
      '`error`; `difference`: differs from a loan that is already boarded; `warning`: valid but implausible; `notice`.',
  })
  severity!: string;

  @Field(() => String, { description: 'Description in words, without the cell’s content.' })
  message!: string;

  @Field(() => String, { nullable: true, description: 'The loan’s number, if the row has one.' })
  loanNumber!: string | null;
}

export const LedgerBoardingProblemPage = pageOf(LedgerBoardingProblem, 'A page of problems.');
export type LedgerBoardingProblemPage = Page<LedgerBoardingProblem>;

@PagedArgs()
@ArgsType()
export class LedgerBoardingProblemArguments extends PageArguments {
  @Field(() => ID, { description: 'The boarding.' })
  id!: string;

  @Field(() => ProblemSeverityEnum, { nullable: true, description: 'Only problems of this severity.' })
  severity?: ProblemSeverity | null;
}
