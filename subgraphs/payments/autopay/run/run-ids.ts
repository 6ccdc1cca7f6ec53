import { decodeTime } from 'ulid';
import { idOf } from '../../../../core/ids/ids.js';
import type { IsoDate } from '../../../../core/time/dates.js';

/*
 * Runs and attempts are named by what they are about. A database that was restored to an earlier time runs a date again that it
 * has forgotten: under the same names the processor knows the charge, and the loan system the posting, that they have already.
 */

/** The run of one date of a schedule; the posting's reference at the loan system. */
export function runId(scheduleId: string, dueOn: IsoDate): string {
  return idOf(Date.parse(dueOn), ['autopay_run', scheduleId, dueOn]);
}

/** An attempt to charge for a run, numbered from 1; the charge's reference at the processor. */
export function attemptId(run: string, number: number): string {
  return idOf(decodeTime(run), ['autopay_attempt', run, String(number)]);
}
