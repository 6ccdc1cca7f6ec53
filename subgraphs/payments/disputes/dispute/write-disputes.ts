import type { ChargeDispute } from '../../../../connectors/card-processors/charge-queries-interface.js';
import type { DisputeStatus } from '../../../../core/contract/dispute-statuses.js';
import type { Transaction } from '../../../../core/db/database.js';
import { idOf } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { type IsoInstant, isoInstant } from '../../../../core/time/dates.js';
import { closeException, raiseAgain, raiseException } from '../../exceptions/raise-and-close-exceptions.js';
import { changeDispute, insertDispute, knownDisputes } from './dispute-writing.store.js';

/** The charge that a dispute is about. */
interface DisputedCharge {
  readonly organizationId: string;
  readonly processor: string;
  readonly chargeExternalId: string;
  /** Null: no run of Tributary made the charge. */
  readonly run: { readonly id: string; readonly accountId: string } | null;
}

/** Our id of a dispute: the same however often and in whatever order it is reported. */
function disputeId(processor: string, { externalId, openedAt }: ChargeDispute): string {
  return idOf(Date.parse(openedAt), ['dispute', processor, externalId]);
}

const CLOSED: ReadonlySet<DisputeStatus> = new Set(['won', 'lost', 'inquiry_closed']);

/** When the processor was asked, and when its answer is written, by Postgres' clock. */
interface ReadTimes {
  readonly askedAt: IsoInstant;
  readonly readAt: IsoInstant;
}

/**
 * Whether another answer about one of these disputes was written after this request began: then it is unknown which
 * of the two is newer. Known disputes stay locked.
 */
export async function isOvertaken(
  tx: Transaction,
  principal: Principal,
  { organizationId, processor }: Pick<DisputedCharge, 'organizationId' | 'processor'>,
  disputes: readonly ChargeDispute[],
  { askedAt }: ReadTimes,
): Promise<boolean> {
  if (disputes.length === 0) return false;
  const ids = disputes.map((dispute) => disputeId(processor, dispute));
  const known = await tx.many(principal, knownDisputes, { organizationId, ids });
  return known.some(({ readAt }) => readAt !== null && Date.parse(readAt) >= Date.parse(askedAt));
}

/**
 * Writes the current state of each dispute of a charge, inserts events for changes, and raises exceptions for
 * disputes that need a person's decision.
 */
export async function writeDisputes(
  tx: Transaction,
  clock: Clock,
  principal: Principal,
  charge: DisputedCharge,
  disputes: readonly ChargeDispute[],
  { readAt }: ReadTimes,
): Promise<void> {
  // In a fixed order, so that no deadlock arises.
  const ordered = disputes.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1));
  const at = { seenAt: isoInstant(clock.now()), readAt };
  for (const dispute of ordered) await writeDispute(tx, at, principal, charge, dispute);
}

async function writeDispute(
  tx: Transaction,
  at: { readonly seenAt: IsoInstant; readonly readAt: IsoInstant },
  principal: Principal,
  charge: DisputedCharge,
  dispute: ChargeDispute,
): Promise<void> {
  const { organizationId, processor, chargeExternalId, run } = charge;
  const id = disputeId(processor, dispute);
  const { externalId, openedAt, withdrawnCents, ...rest } = dispute;
  const stands = { ...rest, isWithdrawn: withdrawnCents > 0 };
  const whose = { id, organizationId, processor, externalId, chargeExternalId };
  // A dispute that is already closed when first seen gets two events: opened, and its result.
  const opened = CLOSED.has(stands.status) ? ({ ...stands, status: 'under_review' } as const) : stands;
  const ofRun = { runId: run?.id ?? null, accountId: run?.accountId ?? null };
  await tx.first(principal, insertDispute, { ...whose, ...ofRun, ...opened, openedAt });
  await tx.first(principal, changeDispute, { id, organizationId, ...stands, ...at });

  const facts = {
    processor,
    dispute: externalId,
    charge: chargeExternalId,
    reason: stands.reason,
    amountCents: stands.amountCents,
    status: stands.status,
  };
  const subject = { id, organizationId };
  if (run === null) await raiseException(tx, subject, 'dispute_of_unknown_charge', facts);
  if (run !== null && stands.status.endsWith('needs_response')) {
    const dueBy = stands.evidenceDueBy === null ? {} : { evidenceDueBy: stands.evidenceDueBy };
    await raiseAgain(tx, subject, 'dispute_evidence_due', { ...facts, ...dueBy, runId: run.id });
  } else if (run !== null) {
    await closeException(tx, subject, 'dispute_evidence_due', `No answer is due: ${stands.status}.`, at.seenAt);
  }
}
