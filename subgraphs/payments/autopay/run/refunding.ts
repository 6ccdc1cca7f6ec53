import { isSandbox } from '../../../../core/business-time/business-clock.js';
import { cents } from '../../../../core/money.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { pauseMs, SEND_WITHIN_MS } from '../../collected/posting/lease-and-lookup-timing.js';
import { msUntilLateLookup } from '../../collected/posting/outcome-lookup-schedule.js';
import { raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import { loanOf } from './chargeable-amount.js';
import { LOAN_SYSTEM_UNAVAILABLE, POSTING_UNCONFIRMED, raisePostedAfterRefund } from './post-or-refund-charged-run.js';
import { leaseRun, markRefunded } from './run-and-attempt-transitions.store.js';
import { countRuns } from './run-metrics.js';
import {
  type AutopayParts,
  autopayOf,
  expireIfOver,
  idle,
  keyOf,
  type Next,
  rest,
  underLock,
} from './run-under-schedule-lock.js';
import type { WorkRow } from './run-work.reads.store.js';

/** After a refusal operators have an exception; the refund is requested again once a day. */
const REFUSED_PAUSE_MS = 86_400_000;

/** Why a charge was refunded although its posting may still appear. */
const MAY_STILL_APPEAR: readonly (string | null)[] = [POSTING_UNCONFIRMED, LOAN_SYSTEM_UNAVAILABLE];

/** `refunding`: the refund is requested again under the same reference until it succeeds. */
export class Refunding {
  constructor(private readonly parts: AutopayParts) {}

  async step(seen: WorkRow): Promise<Next> {
    const { db, processors, timing, clock } = this.parts;
    const { chargeExternalId, amountCents } = seen;
    if (chargeExternalId === null || amountCents === null) throw new Error(`autopay run ${seen.id} has no charge`);
    const isOfSandbox = await isSandbox(db, seen.organizationId);
    const processor = seen.processor === null ? undefined : processors.of(seen.processor, isOfSandbox);
    if (processor === undefined) return idle(db, seen, pauseMs(timing, seen.openForMs));

    const lease = SEND_WITHIN_MS + timing.chargeTimeoutMs;
    const held = await underLock(db, seen, async ({ tx, run }) => {
      if (run.status !== 'refunding') return 'go_on';
      if (run.lease !== null && run.abandonedForMs < 0) return rest(tx, run, -run.abandonedForMs);
      await tx.first(autopayOf(run), leaseRun, { ...keyOf(run), status: 'refunding', leaseMs: lease });
      return 'held';
    });
    if (held !== 'held') return held;
    const outcome = await processor.refund({
      organizationId: seen.organizationId,
      reference: `${seen.id}-refund`,
      chargeExternalId,
      amountCents: cents(amountCents),
    });
    return underLock(db, seen, async ({ tx, run, schedule }) => {
      if (run.status !== 'refunding') return 'go_on';
      if (outcome.kind === 'refunded') {
        await tx.first(autopayOf(run), markRefunded, { ...keyOf(run), refundedAt: isoInstant(clock.now()) });
        countRuns(tx, 'refunded');
        await expireIfOver(tx, schedule);
        return MAY_STILL_APPEAR.includes(run.failureCode) ? rest(tx, run, msUntilLateLookup(0) ?? 0) : 'rest';
      }
      const pause = outcome.kind === 'refused' ? REFUSED_PAUSE_MS : pauseMs(timing, run.openForMs);
      if (outcome.kind === 'refused') {
        await raiseException(tx, run, 'autopay_refund_refused', { code: outcome.code, charge: chargeExternalId });
      }
      await tx.first(autopayOf(run), leaseRun, { ...keyOf(run), status: 'refunding', leaseMs: pause });
      return rest(tx, run, pause);
    });
  }

  /** Detects a system that breaks its own time limit: lookups continue for a day after a charge was refunded. */
  async lateLook(seen: WorkRow): Promise<Next> {
    if (!MAY_STILL_APPEAR.includes(seen.failureCode)) return 'rest';
    const { db, systems } = this.parts;
    const found = await systems.byCode(seen.loanSystemCode).findPosting(loanOf(seen), seen.id);
    if (found.kind === 'answered' && found.value !== 'absent') {
      const posting = found.value;
      await db.transaction((tx) => raisePostedAfterRefund(tx, seen, posting));
      return 'rest';
    }
    const inMs = msUntilLateLookup(seen.settledForMs, found.kind === 'answered');
    return inMs === undefined ? 'rest' : rest(db, seen, inMs);
  }
}
