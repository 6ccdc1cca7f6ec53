import { decodeTime } from 'ulid';
import { idOf } from '../../../../core/ids/ids.js';
import type { IsoDate } from '../../../../core/time/dates.js';

/*
 * Ids of runs and attempts are derived from what they stand for. A database restored to an earlier time runs a
 * forgotten date again: under the same ids the processor recognizes the charge and the loan system the posting.
 */

/** Id of the run for one date of a schedule; also the posting's reference at the loan system. */
export function runId(scheduleId: string, dueOn: IsoDate): string {
  return idOf(Date.parse(dueOn), ['autopay_run', scheduleId, dueOn]);
}

/** Id of an attempt to charge for a run, numbered from 1; also the charge's reference at the processor. */
export function attemptId(run: string, number: number): string {
  return idOf(decodeTime(run), ['autopay_attempt', run, String(number)]);
}
