import type { BoardingRow } from './boarding.store.js';
import { asStored, differingMeasures, NO_FIGURES } from './boarding-tie-out.js';

/** Whether this is a dry run of a file that would be refused as a whole; skipped loans do not count. */
export function isDryRunRefused({ status, skipsInvalid, errors, differences, ...boarding }: BoardingRow): boolean {
  if (status !== 'checked') return false;
  if (!skipsInvalid) return errors > 0 || differences > 0;
  const { tieOut, unstaged, loans, transactions } = boarding;
  if (tieOut === null) return false;
  const { unread = [], isBroken = false, figures = NO_FIGURES } = unstaged ?? {};
  const { file } = tieOut;
  const isWhole = file.loans - figures.loans === loans && file.transactions - figures.transactions === transactions;
  return isBroken || !isWhole || differingMeasures(asStored(tieOut)).some((measure) => !unread.includes(measure));
}
