import type { BoardingRow } from './boarding.store.js';
import { asStored, untied } from './tie-out.js';

/** Whether this is a dry run of a file that would be refused: of all of it, not of loans that would be left out. */
export function wouldBeRefused({ status, skipsInvalid, errors, differences, ...boarding }: BoardingRow): boolean {
  if (status !== 'checked') return false;
  if (!skipsInvalid) return errors > 0 || differences > 0;
  const { unread = [], isBroken = false } = boarding.unstaged ?? {};
  const differing = boarding.tieOut === null ? [] : untied(asStored(boarding.tieOut));
  return isBroken || differing.some((measure) => !unread.includes(measure));
}
