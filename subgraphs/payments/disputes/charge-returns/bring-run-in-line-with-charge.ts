import { Temporal } from 'temporal-polyfill';
import { decodeTime } from 'ulid';
import type { ChargeState } from '../../../../connectors/card-processors/charge-queries-interface.js';
import { isSandbox } from '../../../../core/business-time/business-clock.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { idOf, isId } from '../../../../core/ids/ids.js';
import { limitToOrganization } from '../../../../core/principal/principal.js';
import { type IsoInstant, isoInstant } from '../../../../core/time/dates.js';
import { type CorrectionRow, correctionsOfRun, insertCorrection } from '../../autopay/correction/correction.store.js';
import { enqueueCorrection } from '../../autopay/correction/enqueue-correction.js';
import {
  databaseNow,
  markChargeRead,
  type PostedRunRow,
  postedRun,
  runOfAttempt,
} from '../../autopay/run/run-behind-charge.store.js';
import {
  type AutopayParts,
  autopayOf,
  enqueueRun,
  type Locked,
  underLock,
} from '../../autopay/run/run-under-schedule-lock.js';
import type { WorkRow } from '../../autopay/run/run-work.reads.store.js';
import { closeException, raiseAgain, raiseException, wasRaised } from '../../exceptions/raise-and-close-exceptions.js';
import type { EventOutcome } from '../../processor-events/event-handlers-interface.js';
import { ensureFollowedSince } from '../../processor-events/followed-since.js';
import { PROCESSOR_EVENTS_JOB } from '../../processor-events/store-and-enqueue-event.js';
import { isOvertaken, writeDisputes } from '../dispute/write-disputes.js';

const LATER: EventOutcome = { kind: 'later' };
/** Another answer was applied after this request began: it is unknown which of the two is newer. */
const OVERTAKEN = 'overtaken';
type Overtaken = typeof OVERTAKEN;
/** After this many requests the rest waits for a later job. */
const MOST_ASKED = 3;
const done = (outcome: string): EventOutcome => ({ kind: 'done', outcome });

/** A charge of a run, and its state at the processor. */
interface Seen {
  readonly processor: string;
  readonly chargeExternalId: string;
  readonly standing: ChargeState;
  /** An operator has requested a replay: what a loan system refused is tried once more. */
  readonly again: boolean;
  /** When the processor was asked, by Postgres' clock. */
  readonly askedAt: IsoInstant;
}

interface SeenOfRun extends Seen {
  /** The charge's attempt, not necessarily the latest of its run. */
  readonly attemptId: string;
}

/**
 * Brings a run in line with its charge. Whatever the event said, the processor is asked for the charge's current
 * state; what is done follows from that state and from the run's state under its schedule's lock. So events may
 * arrive twice, late, or in any order. The request is made outside the lock: if another answer was applied in
 * between, this one is dropped and the request is repeated.
 */
export class ChargeReturns {
  constructor(private readonly parts: AutopayParts) {}

  async settle(processor: string, chargeExternalId: string, again: boolean): Promise<EventOutcome> {
    for (let asked = 0; asked < MOST_ASKED; asked += 1) {
      const outcome = await this.#settleOnce(processor, chargeExternalId, again);
      if (outcome !== OVERTAKEN) return outcome;
    }
    return LATER;
  }

  async #settleOnce(processor: string, chargeExternalId: string, again: boolean): Promise<EventOutcome | Overtaken> {
    const { db, processors } = this.parts;
    const askedAt = await this.#now(db);
    const found = (await processors.toAsk(processor)?.standingOf(chargeExternalId)) ?? { kind: 'unavailable' };
    if (found.kind === 'unavailable') return LATER;
    if (found.kind === 'absent') return done('absent');
    const { standing } = found;
    const { organizationId, reference } = standing;
    // A charge made at the processor outside Tributary, or for an organization that uses another processor.
    if (organizationId === null || !isId(organizationId)) return done('unknown_charge');
    if (processors.of(processor, await isSandbox(db, organizationId)) === undefined) return done('unknown_charge');
    const seen = { processor, chargeExternalId, standing, again, askedAt };
    const principal = limitToOrganization(PROCESSOR_EVENTS_JOB, organizationId);
    const attempt =
      reference !== null && isId(reference)
        ? await db.first(principal, runOfAttempt, { id: reference, organizationId })
        : undefined;
    if (attempt === undefined) return this.#unknownCharge(seen, organizationId);
    const run = { id: attempt.runId, organizationId, scheduleId: attempt.scheduleId };
    return underLock(db, run, (locked) => this.#settleRun(locked, { ...seen, attemptId: attempt.id }));
  }

  async #now(queries: Queries): Promise<IsoInstant> {
    const row = await queries.first(PROCESSOR_EVENTS_JOB, databaseNow, {});
    if (row === undefined) throw new Error('Postgres has no clock');
    return row.now;
  }

  /** The charge names one of our organizations, but no run made it. */
  #unknownCharge(
    { processor, chargeExternalId, standing: { disputes }, askedAt }: Seen,
    organizationId: string,
  ): Promise<EventOutcome | Overtaken> {
    const { db, clock } = this.parts;
    const principal = limitToOrganization(PROCESSOR_EVENTS_JOB, organizationId);
    const charge = { organizationId, processor, chargeExternalId, run: null };
    return db.transaction(async (tx) => {
      const times = { askedAt, readAt: await this.#now(tx) };
      if (await isOvertaken(tx, principal, charge, disputes, times)) return OVERTAKEN;
      await writeDisputes(tx, clock, principal, charge, disputes, times);
      return done('unknown_charge');
    });
  }

  async #settleRun(locked: Locked, seen: SeenOfRun): Promise<EventOutcome | Overtaken> {
    const { tx, run } = locked;
    const { processor, chargeExternalId, standing, attemptId: id, askedAt } = seen;
    const { organizationId } = run;
    const times = { askedAt, readAt: await this.#now(tx) };
    if ((await tx.first(autopayOf(run), markChargeRead, { id, organizationId, ...times })) === undefined)
      return OVERTAKEN;
    const charge = { organizationId, processor, chargeExternalId, run };
    await writeDisputes(tx, this.parts.clock, autopayOf(run), charge, standing.disputes, times);

    switch (run.status) {
      case 'charging':
        // Only a lookup may decide its outcome: it runs now, not after its pause.
        await enqueueRun(tx, run, 0);
        return isUntouched(standing) ? done('looked_for') : LATER;
      case 'retrying':
      case 'charged':
      case 'posting':
        return isUntouched(standing) || run.status === 'retrying' ? done('nothing_to_do') : LATER;
      case 'posted':
      case 'reversed':
        return run.chargeExternalId === chargeExternalId ? this.#correct(locked, seen) : done('not_the_runs_charge');
      case 'refunding':
      case 'refunded':
      case 'failed':
      case 'missed':
      case 'held':
        return done('nothing_to_do');
    }
  }

  /** One correction at a time: after it is done, the charge is checked again. */
  async #correct({ tx, run }: Locked, seen: Seen): Promise<EventOutcome> {
    const principal = autopayOf(run);
    const corrections = await tx.many(principal, correctionsOfRun, { runId: run.id });
    const latest = corrections.at(-1);
    if (latest?.status === 'pending') return LATER;

    const posted = await tx.first(principal, postedRun, { id: run.id });
    if (posted === undefined) throw new Error(`autopay run ${run.id} disappeared`);
    const wanted = wantedOf(seen.standing, posted.amountCents ?? 0);
    const isPosted = run.status === 'posted';
    const needsPerson = await this.#raisePartial(tx, run, seen, {
      isPosted,
      chargedCents: posted.amountCents ?? 0,
      wanted,
    });
    if (needsPerson) return done(isPosted ? 'partly_taken_back' : 'partly_given_back');
    if (isPosted !== (wanted.kind === 'taken')) return done('nothing_to_do');
    // If Tributary has corrected a run before, its reversal was not made by hand.
    const mayBeManual = wanted.kind === 'taken' && corrections.length === 0 && !seen.again;
    if (mayBeManual && (await this.#isFromBefore(tx, seen.processor, wanted))) {
      await raiseException(tx, run, 'autopay_taken_back_before', {
        charge: seen.chargeExternalId,
        chargedCents: posted.amountCents ?? 0,
        reason: wanted.reason,
        cause: wanted.cause,
        takenBackAt: wanted.since,
      });
      return done('taken_back_before');
    }
    const correction =
      wanted.kind === 'taken' ? reversing(run, posted, corrections, wanted) : reposting(posted, latest, seen.standing);
    const isRefused =
      latest?.status === 'refused' && latest.kind === correction.kind && latest.cause === correction.cause;
    if (isRefused && !seen.again) return done('refused_before');
    const number = corrections.length + 1;
    const id = correctionId(run, number, correction);
    const { organizationId } = run;
    await tx.first(principal, insertCorrection, { ...correction, id, organizationId, runId: run.id, number });
    await enqueueCorrection(tx, { organizationId, id }, 0);
    return done(correction.kind === 'reversal' ? 'reversed' : 'posted_again');
  }

  /**
   * A posting is reversed as a whole or not at all: if only a part of a charge was returned, a person must decide.
   * While the posting is in place, the exception closes automatically when the condition ends. Once a part of a
   * reversed charge came back, everything that follows needs a person, who may have recorded that part: an automatic
   * posting might be a duplicate.
   *
   * @returns whether it needs a person's decision
   */
  async #raisePartial(
    tx: Transaction,
    run: WorkRow,
    { chargeExternalId: charge }: Seen,
    { isPosted, chargedCents, wanted }: { isPosted: boolean; chargedCents: number; wanted: Wanted },
  ): Promise<boolean> {
    if (!isPosted) {
      const needsPerson = wanted.kind === 'partly' || (await wasRaised(tx, run, 'autopay_partly_given_back'));
      if (!needsPerson) return false;
      const givenBackCents = chargedCents - wanted.takenCents;
      await raiseAgain(tx, run, 'autopay_partly_given_back', { charge, chargedCents, givenBackCents });
      return true;
    }
    if (wanted.kind === 'partly') {
      const takenBackCents = wanted.takenCents;
      await raiseAgain(tx, run, 'autopay_partly_taken_back', { charge, chargedCents, takenBackCents });
      return true;
    }
    const at = isoInstant(this.parts.clock.now());
    await closeException(tx, run, 'autopay_partly_taken_back', RESOLUTIONS[wanted.kind], at);
    return false;
  }

  /** Returns from before Tributary followed the processor may already have been corrected on the loan by hand. */
  async #isFromBefore(tx: Transaction, processor: string, { since }: Taken): Promise<boolean> {
    const followedFrom = await ensureFollowedSince(tx, this.parts.clock, processor);
    // Processors count whole seconds.
    return Math.floor(Date.parse(since) / 1_000) < Math.floor(Date.parse(followedFrom) / 1_000);
  }
}

/**
 * The same for the same run, number and cause: a restored database sends the loan system the id that it already
 * knows.
 */
function correctionId(run: WorkRow, number: number, { kind, cause }: { kind: string; cause: string }): string {
  return idOf(decodeTime(run.id), ['autopay_correction', run.id, String(number), kind, cause]);
}

type Taken = {
  readonly kind: 'taken';
  readonly takenCents: number;
  readonly reason: 'card_disputed' | 'card_refunded';
  readonly cause: string;
  /** When the first return began. */
  readonly since: IsoInstant;
};
type Wanted =
  | Taken
  | { readonly kind: 'partly'; readonly takenCents: number }
  | { readonly kind: 'kept'; readonly takenCents: 0 };

const RESOLUTIONS: Readonly<Record<Exclude<Wanted['kind'], 'partly'>, string>> = {
  taken: 'The whole charge has been returned now.',
  kept: 'Nothing of the charge is returned any more.',
};

/**
 * Decides by the amount now withheld by the bank or refunded. A posting is reversed as a whole; a partial return
 * needs a person's decision.
 */
function wantedOf({ refunds, disputes }: ChargeState, chargedCents: number): Wanted {
  const withdrawn = disputes.filter(({ withdrawnCents }) => withdrawnCents > 0);
  const givenBack = refunds.filter(({ isRefunded }) => isRefunded);
  const amounts = [
    ...withdrawn.map((dispute) => dispute.withdrawnCents),
    ...givenBack.map(({ amountCents }) => amountCents),
  ];
  const takenCents = amounts.reduce<number>((sum, amount) => sum + amount, 0);
  if (takenCents === 0) return { kind: 'kept', takenCents };
  if (takenCents < chargedCents) return { kind: 'partly', takenCents };
  const [dispute] = withdrawn;
  const [refund] = givenBack;
  const began = [...withdrawn.map(({ openedAt }) => openedAt), ...givenBack.map(({ createdAt }) => createdAt)];
  const since = isoInstant(Temporal.Instant.fromEpochMilliseconds(Math.min(...began.map((at) => Date.parse(at)))));
  return dispute !== undefined
    ? { kind: 'taken', takenCents, reason: 'card_disputed', cause: dispute.externalId, since }
    : { kind: 'taken', takenCents, reason: 'card_refunded', cause: refund?.externalId ?? '', since };
}

function isUntouched({ refunds, disputes }: ChargeState): boolean {
  return refunds.length === 0 && disputes.length === 0;
}

function reversing(run: WorkRow, posted: PostedRunRow, corrections: readonly CorrectionRow[], taken: Taken) {
  const again = corrections.findLast(({ kind, status }) => kind === 'posting' && status === 'done');
  return {
    kind: 'reversal',
    reason: taken.reason,
    cause: taken.cause,
    amountCents: posted.amountCents ?? 0,
    paymentReference: again?.id ?? run.id,
    postingExternalId: posted.postingExternalId,
  } as const;
}

function reposting(posted: PostedRunRow, latest: CorrectionRow | undefined, { disputes }: ChargeState) {
  // A bank may also return money without marking the dispute as won.
  const isWon = disputes.some(({ externalId, status }) => externalId === latest?.cause && status === 'won');
  const ofDispute = isWon ? 'card_dispute_won' : 'card_dispute_given_back';
  return {
    kind: 'posting',
    reason: latest?.reason === 'card_refunded' ? 'card_refund_failed' : ofDispute,
    cause: latest?.cause ?? '',
    amountCents: posted.amountCents ?? 0,
    paymentReference: null,
    postingExternalId: null,
  } as const;
}
