import { count, plural } from '../../format/money';
import type { BoardingFieldsFragment, LedgerBoardingWarning, OneBoardingQuery } from '../../generated/graphql';

export type Boarding = BoardingFieldsFragment;
export type BoardingDetails = OneBoardingQuery['ledgerBoarding'];

export const WARNING_NAMES: Readonly<Record<LedgerBoardingWarning, string>> = {
  level_payment: 'Payment far from the one of principal, rate and term',
  payment_too_small: 'Installments far below the principal',
  rate_below_one: 'Interest rate below 1 percent',
  next_due_far_away: 'Next due date more than two months after the cut-over',
  principal_above_original: 'Principal above the amount lent',
  repeated_borrower: 'Same name and amount as another loan',
};

/** Whether it may still be abandoned: its file is arriving, or its loans are being written. */
export function isRunning({ finishedAt, status }: Boarding): boolean {
  return finishedAt === null && status !== 'abandoned';
}

/** Whether the same file can be boarded after this dry run. */
export function isClean({ status, errors, differences }: Boarding): boolean {
  return status === 'checked' && errors === 0 && differences === 0;
}

/** The loans that it has to write: those that were boarded before are only compared. */
export function loansToWrite({ loans, knownLoans }: Boarding): number {
  return Math.max(0, loans - knownLoans);
}

/** How far it is, or how it ended, in a sentence. */
export function progressOf(boarding: Boarding): string {
  const { status, lines, loans, loansWritten, isTied } = boarding;
  switch (status) {
    case 'receiving':
      return `${plural(lines, 'line')} received so far.`;
    case 'received':
      return `${plural(loans, 'loan')} received. The check has not started.`;
    case 'writing':
      return `${count(loansWritten)} of ${plural(loansToWrite(boarding), 'loan')} boarded.`;
    case 'done':
      return `${plural(loansWritten, 'loan')} boarded. ${isTied ? 'All totals agree.' : 'The totals differ.'}`;
    case 'checked':
      return checkedText(boarding);
    case 'refused':
      return 'No loan was boarded. Please correct the file and upload it again.';
    case 'abandoned':
      return loansWritten === 0
        ? 'No loan was boarded.'
        : `${plural(loansWritten, 'loan')} boarded before it was abandoned.`;
    default:
      return '';
  }
}

function checkedText(boarding: Boarding): string {
  if (isClean(boarding)) return 'The file has no errors and can be boarded.';
  return boarding.skipsInvalid
    ? 'Loans in error would be left out. No loan was boarded.'
    : 'The file would be refused. No loan was boarded.';
}
