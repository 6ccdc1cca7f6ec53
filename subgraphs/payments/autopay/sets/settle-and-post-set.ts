import type { ChargeOutcome } from '../../../../connectors/card-processors/port.js';
import { isDeadlock, isUniqueViolation } from '../../../../core/db/unavailable-errors.js';
import type { Cents } from '../../../../core/money.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import { hasConsequences, newTransactionParameters } from '../../../../loan-model/projection/apply-change.js';
import type { AutopayRunner } from '../run/autopay-runner.js';
import { countRuns } from '../run/run-metrics.js';
import { type AutopayParts, autopayOf } from '../run/run-under-schedule-lock.js';
import type { SentAttempt } from '../run/sent-attempt.js';
import type { RunOfSet } from './create-runs-of-set.js';
import { type ChargeToSettle, settleChargesOfSet } from './due-sets.store.js';
import { postChargedRun } from './post-charged-run.store.js';

/** A run of a set whose charge was sent. */
export interface ChargedRun {
  readonly run: RunOfSet;
  readonly attempt: SentAttempt;
  readonly outcome: ChargeOutcome;
}

/** Postings of one set that are written at the same time. */
const WIDTH = 4;
/** A statement of its own is committed when it returns. */
const AT_ONCE = { afterCommit: (work: () => void) => work() };

/**
 * Stores the outcomes of a set's charges: all that were made, in one statement; then posts each. Whatever does not pass
 * in this way, for whatever reason, goes the way of a single run, and holds up no other.
 */
export class SetOutcomes {
  constructor(
    private readonly parts: AutopayParts,
    private readonly runner: AutopayRunner,
    private readonly system: EmbeddedLoanSystem,
  ) {}

  async settle(organizationId: string, sent: readonly ChargedRun[]): Promise<void> {
    const settled = await this.#settleCharged(organizationId, sent);
    const waiting = [...sent];
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await this.#goOn(next, settled.has(next.run.id));
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, lane));
  }

  /** @returns the runs whose charge is stored. */
  async #settleCharged(organizationId: string, sent: readonly ChargedRun[]): Promise<ReadonlySet<string>> {
    const charges = sent.flatMap(({ run, outcome }) => (outcome.kind === 'charged' ? [toSettle(run, outcome)] : []));
    if (charges.length === 0) return new Set();
    const given = { organizationId, charges: JSON.stringify(charges) };
    try {
      return new Set((await this.parts.db.many(autopayOf(given), settleChargesOfSet, given)).map(({ id }) => id));
    } catch (error) {
      this.parts.logger.error(
        { err: error, organization_id: organizationId },
        'the charges of a set are stored singly',
      );
      return new Set();
    }
  }

  async #goOn({ run, attempt, outcome }: ChargedRun, isSettled: boolean): Promise<void> {
    try {
      if (!isSettled) await this.runner.settle(attempt, outcome);
      else if (outcome.kind !== 'charged' || !(await this.#post(run, outcome.charge.amountCents))) {
        await this.runner.work(run);
      }
    } catch (error) {
      this.parts.logger.error({ err: error, run_id: run.id }, 'autopay work failed');
    }
  }

  /** @returns false, with nothing written, if the run must be posted under the locks. */
  async #post({ id, organizationId, scheduleId, rowVersion, read }: RunOfSet, amountCents: Cents): Promise<boolean> {
    const { db, clock } = this.parts;
    const loan = { organizationId, accountId: read.accountId, externalId: read.id };
    const paid = { externalReference: id, amountCents, paymentMethod: read.instrumentType };
    const decided = this.system.decideUnlocked(read, { loan, ...paid, checkNumber: null, memo: null });
    if (decided === undefined || hasConsequences(decided.change)) return false;
    if (decided.change.statusCode !== read.accountStatus) return false;
    const posted = await db
      .write(autopayOf({ organizationId }), postChargedRun, {
        ...decided.entry,
        ...newTransactionParameters(decided.change, clock.now()),
        ...{ id, scheduleId, rowVersion, effectiveOn: decided.effectiveOn, memo: null },
      })
      .catch((error: unknown) => {
        if (isUniqueViolation(error) || isDeadlock(error)) return undefined;
        throw error;
      });
    if (posted !== undefined) countRuns(AT_ONCE, 'posted');
    return posted !== undefined;
  }
}

function toSettle(run: RunOfSet, { charge }: Extract<ChargeOutcome, { kind: 'charged' }>): ChargeToSettle {
  const { id, attemptId, scheduleId, lease } = run;
  return { id, attemptId, scheduleId, lease, chargeExternalId: charge.externalId, amountCents: charge.amountCents };
}
