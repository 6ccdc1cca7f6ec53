import { snakeCased } from '../../../../core/contract/case-conversion.js';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import type { AutopayScheduleRow } from './autopay-schedule.store.js';

/**
 * A schedule as the answer of its creation: the same document as a read over REST. A test compares the bytes of
 * both.
 */
export function writtenSchedule(schedule: AutopayScheduleRow): WrittenAnswer {
  const { organizationId: _, status, nextRunDate, lastRun, possibleDuplicateOf, ...plan } = schedule;
  return serializeAnswer(201, {
    ...snakeCased({ ...plan, nextRunDate, status }),
    last_run: lastRun && writtenRun(lastRun),
    possible_duplicate_of: possibleDuplicateOf,
  });
}

function writtenRun({ id, dueOn: runDate, ...members }: NonNullable<AutopayScheduleRow['lastRun']>) {
  return snakeCased({ id, runDate, ...members });
}
