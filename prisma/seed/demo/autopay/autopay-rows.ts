import { Temporal } from 'temporal-polyfill';
import { newId } from '../../../../core/ids/ids.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { servicingDate } from '../../../../core/time/servicing-day.js';
import type { Posting } from '../../../../loan-model/port.js';
import type { Row } from '../insert-rows.js';
import type { StagedRun, StagedSchedule } from './assign-schedules.js';
import { instrumentOf } from './instruments.js';

export interface AutopayRows {
  readonly runs: Row[];
  readonly attempts: Row[];
  readonly charges: Row[];
}

/** The days after its date on which a run is tried again. */
const RETRY_DAYS = [1, 3, 7] as const;

/**
 * The rows that the workers would have written: a run for each date, its attempts, and the sandbox processor's record
 * of its charges.
 */
export function autopayRows(
  { id, plan, history, amountCents, runs }: StagedSchedule,
  methodId: string,
  postings: ReadonlyMap<string, Posting>,
  now: Temporal.Instant,
): AutopayRows {
  const rows: AutopayRows = { runs: [], attempts: [], charges: [] };
  const scoped = { organization_id: history.loan.organizationId };
  for (const run of runs) {
    const started = {
      ...{ id: run.id, ...scoped, schedule_id: id, account_id: history.loan.accountId },
      ...{ due_on: run.dueOn, created_at: isoInstant(run.at) },
    };
    const attempt = (at: Temporal.Instant, number: number) => ({
      ...{ id: newId(), ...scoped, run_id: run.id, number, payment_method_id: methodId },
      ...{ created_at: isoInstant(at), settled_at: isoInstant(at) },
    });
    switch (run.kind) {
      case 'missed':
        rows.runs.push({ ...started, status: 'missed', settled_at: isoInstant(run.at) });
        break;
      case 'declined': {
        const tries = triesOf(run, now);
        const last = tries.at(-1) ?? run.at;
        const nextTryOn = tries.length > RETRY_DAYS.length ? null : retryDate(run, tries.length);
        const outcome =
          nextTryOn === null
            ? { status: 'failed', settled_at: isoInstant(last) }
            : { status: 'retrying', next_try_on: nextTryOn };
        const declined = { amount_cents: amountCents, failure_code: 'insufficient_funds' };
        rows.runs.push({ ...started, ...outcome, ...declined });
        rows.attempts.push(
          ...tries.map((at, index) => ({ ...attempt(at, index + 1), status: 'declined', ...declined })),
        );
        break;
      }
      case 'posts': {
        const posting = postings.get(run.id);
        if (posting === undefined) throw new Error('the demo history is wrong: a run was not posted');
        const charge = `ch_${newId()}`;
        const charged = { ...attempt(run.at, 1), amount_cents: posting.amountCents };
        rows.runs.push({ ...started, ...posted(posting) });
        rows.attempts.push({ ...charged, status: 'charged', charge_external_id: charge });
        const token = instrumentOf(plan.instrument).token;
        const amount_cents = posting.amountCents;
        rows.charges.push({
          ...{ id: charge, ...scoped, reference: charged.id, token, amount_cents, created_at: charged.created_at },
        });
      }
    }
  }
  return rows;
}

function posted(posting: Posting): Row {
  return {
    status: 'posted',
    amount_cents: posting.amountCents,
    effective_date: posting.effectiveOn,
    reference_number: posting.referenceNumber,
    posting_external_id: posting.externalId,
    posted_at: posting.postedAt,
    settled_at: posting.postedAt,
  };
}

/** The first try and those on the retry days up to today. */
function triesOf(run: StagedRun, now: Temporal.Instant): Temporal.Instant[] {
  const again = RETRY_DAYS.map((days) => run.at.add({ hours: 24 * days }));
  return [run.at, ...again.filter((at) => servicingDate(at) <= servicingDate(now))].map((at) =>
    Temporal.Instant.compare(at, now) < 0 ? at : now,
  );
}

function retryDate(run: StagedRun, tries: number): string | null {
  const days = RETRY_DAYS[tries - 1];
  return days === undefined ? null : servicingDate(run.at.add({ hours: 24 * days }));
}
