import { performance } from 'node:perf_hooks';
import type { CardProcessor, ChargeOutcome } from '../../../../connectors/card-processors/port.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import { SEND_WITHIN_MS } from '../../collected/posting/lease-and-lookup-timing.js';
import { DESCRIPTION } from '../run/charging.js';
import type { AutopayParts } from '../run/run-under-schedule-lock.js';
import { sendCharge } from '../run/send-charge.js';
import { createRunsOfSet, type RunOfSet } from './create-runs-of-set.js';
import type { NextDueSchedule } from './due-sets.store.js';
import type { ChargedRun } from './settle-and-post-set.js';

/** Where the charges of a set are made and posted. */
export interface Way {
  readonly processor: CardProcessor;
  readonly system: EmbeddedLoanSystem;
}

interface Day {
  readonly organizationId: string;
  readonly today: IsoDate;
}

interface ChargedSet {
  readonly sent: readonly ChargedRun[];
  /** Schedules whose runs were sent. */
  readonly plain: ReadonlySet<string>;
  /** Schedules that no other transaction had locked. */
  readonly locked: ReadonlySet<string>;
}

/** Creates the runs of a set and charges them, in the places that were taken at the processor, one for each schedule. */
export async function chargeSet(
  parts: AutopayParts,
  { processor, system }: Way,
  { organizationId, today }: Day,
  set: readonly NextDueSchedule[],
): Promise<ChargedSet> {
  const began = performance.now();
  const ids = set.map(({ id }) => id);
  try {
    const { runs, locked } = await createRunsOfSet(parts, system, { organizationId, today, ids }).catch(
      (error: unknown) => {
        parts.logger.error({ err: error, organization_id: organizationId }, 'the schedules of a set are run singly');
        return { runs: [], locked: new Set(ids) };
      },
    );
    const charge = async (run: RunOfSet): Promise<ChargedRun> => {
      const attempt = attemptOf(processor, run, today);
      // A process that was suspended past its time to send does not send.
      const inTime = performance.now() - began < SEND_WITHIN_MS;
      return { run, attempt, outcome: inTime ? await charged(parts, attempt) : { kind: 'unreachable' } };
    };
    const sent = await Promise.all(runs.map(charge));
    return { sent, plain: new Set(runs.map(({ scheduleId }) => scheduleId)), locked };
  } finally {
    parts.charges.give(processor.code, set.length);
  }
}

async function charged({ charges, logger }: AutopayParts, attempt: ChargedRun['attempt']): Promise<ChargeOutcome> {
  try {
    return await sendCharge(charges, attempt);
  } catch (error) {
    logger.error({ err: error, run_id: attempt.run.id }, 'a charge failed without an outcome');
    return { kind: 'unknown' };
  }
}

function attemptOf(processor: CardProcessor, run: RunOfSet, today: IsoDate): ChargedRun['attempt'] {
  const { organizationId, attemptId, token, amountCents, dueOn, lease, read } = run;
  const instrument = { token, customer: read.customer };
  const tries = { triedBefore: 0, mayBeKnown: dueOn < today };
  const order = { organizationId, reference: attemptId, ...tries, instrument, amountCents, description: DESCRIPTION };
  return { id: attemptId, processor, order, lease, run };
}
