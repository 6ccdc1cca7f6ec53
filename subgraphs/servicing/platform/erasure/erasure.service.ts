import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { text } from '../../../../core/contract/text.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { digestKey, ensureDigestKey } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import type { ErasureCounts } from '../../../../core/erasure/erasure-step.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import {
  limitToOrganization,
  type Principal,
  requireRole,
  requireRoleEverywhere,
  withRole,
} from '../../../../core/principal/principal.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { beginErasure, type ErasureSubject } from './begin-erasure.js';
import { type ErasureRow, erasureById, holdDryRun, openErasure, tryDryRun } from './erasure.reads.store.js';
import {
  type ErasureParts,
  everyStep,
  firstPosition,
  positionText,
  runErasure,
  searchTermsSecret,
  takeStep,
} from './run-erasure.js';

export type { ErasureSubject } from './begin-erasure.js';

/** Must be a complete address: a part of one would also match other people's. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const recipientBody = z.object({
  address: text({ minimum: 3, maximum: 320 }).refine((value) => ADDRESS.test(value.trim()), 'must be an email address'),
});

/**
 * Calls without an organization may contain an address. They are searched for a given address only if the caller
 * reaches every organization.
 */
function requireReach(principal: Principal, { kind }: ErasureSubject): void {
  if (kind === 'recipient') requireRoleEverywhere(principal, 'admin');
  else requireRole(principal, 'admin');
}

/** Erases people's contact data, and the events for an email address, on request. For admins. */
export class ErasureService {
  constructor(private readonly parts: ErasureParts) {}

  /**
   * Writes the tombstones and erases a person's own rows; a job, or `run`, does the rest. A repeated request during an
   * erasure returns the same erasure. Audited: the requester, and, at the end, the counts of erased rows.
   *
   * @throws {Problem} `insufficient_scope`, `person_not_found`, `organization_not_found`, `validation_failed`
   */
  async begin(principal: Principal, wanted: ErasureSubject): Promise<ErasureRow> {
    requireReach(principal, wanted);
    const subject = checked(wanted);
    const { db, clock, secrets, erasureSteps } = this.parts;
    const key = await ensureDigestKey(db, secrets);
    return db.transaction(async (tx) => {
      const now = isoInstant(clock.now());
      const begun = await beginErasure(tx, principal, key, subject, now);
      const { organizationId, terms } = begun;
      const own = limitToOrganization(principal, organizationId);
      const models = tx.models(own);
      const open = await openErasure(models, organizationId, subject.kind, begun.subject);
      const id = open ?? newId();
      if (open === undefined) {
        const context = { principal: own, organizationId, terms, key };
        const { counts, next } = await takeStep(erasureSteps, tx, context, firstPosition(erasureSteps));
        await models.erasure.create({
          select: { id: true },
          data: {
            organizationId,
            id,
            kind: subject.kind,
            subject: begun.subject,
            sealedTerms: secrets.seal(JSON.stringify(terms), searchTermsSecret({ organizationId, id })),
            step: positionText(next ?? firstPosition(erasureSteps)),
            counts: { ...counts },
            requestedBy: principal.actor,
            createdAt: now,
          },
        });
        const after = { organizationId, kind: subject.kind, erasureId: id };
        const audited = subject.kind === 'person' ? begun.subject : id;
        await recordAudit(tx, clock, principal, {
          action: `${subject.kind}.erase`,
          subject: audited,
          organizationId,
          after,
        });
      }
      await enqueue(tx, 'erase', { organizationId, id }, { delayMs: 0, key: `erase:${id}`, priority: 10 });
      const row = await erasureById(models, id);
      if (row === undefined) throw new Error(`erasure ${id} is gone`);
      return row;
    });
  }

  /** As `begin`, and completes the erasure. */
  async run(principal: Principal, wanted: ErasureSubject): Promise<ErasureRow> {
    const { id, organizationId } = await this.begin(principal, wanted);
    await runErasure(this.parts, { organizationId, id });
    return this.one(principal, id);
  }

  /**
   * Counts what an erasure would erase: each step runs and is rolled back in its own transaction, so that no lock is
   * held longer than in an erasure. One dry run per organization at a time, because it writes as much as an erasure.
   * Audited before counting, because the result reveals where a person's data is. For an address the entry contains
   * nothing, not even a digest: entries are kept, and nothing was erased.
   *
   * @throws {Problem} as `begin`; `erasure_dry_run_in_progress`
   */
  async dryRun(principal: Principal, wanted: ErasureSubject): Promise<ErasureCounts> {
    requireReach(principal, wanted);
    const subject = checked(wanted);
    const { db, clock, secrets, erasureSteps } = this.parts;
    const key = (await digestKey(db, secrets)) ?? throwAwayKey();
    const [id, createdAt] = [newId(), isoInstant(clock.now())];
    const begun = await takenBack(db, async (tx) => {
      const found = await beginErasure(tx, principal, key, subject, createdAt);
      const { organizationId } = found;
      const held = await tx.first(limitToOrganization(principal, organizationId), tryDryRun, { organizationId });
      if (held?.isHeld !== true) throw new Problem('erasure_dry_run_in_progress');
      return found;
    });
    const { organizationId, terms } = begun;
    const own = limitToOrganization(principal, organizationId);
    await recordAudit(db, clock, principal, {
      action: `${subject.kind}.erase_dry_run`,
      subject: subject.kind === 'person' ? begun.subject : id,
      organizationId,
      after: { organizationId, kind: subject.kind },
    });
    const row = {
      organizationId,
      id,
      kind: subject.kind,
      subject: begun.subject,
      requestedBy: principal.actor,
      createdAt,
    };
    return everyStep(erasureSteps, { principal: own, organizationId, terms, key }, (step) =>
      takenBack(db, async (tx) => {
        await tx.first(own, holdDryRun, { organizationId });
        // The database allows deletions from the journal only during an erasure.
        await tx.models(own).erasure.create({ select: { id: true }, data: { ...row, counts: {} } });
        return step(tx);
      }),
    );
  }

  /** @throws {Problem} `insufficient_scope`; `erasure_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<ErasureRow> {
    const admin = withRole(principal, 'admin');
    const found = isId(id) ? await erasureById(this.parts.db.models(admin), id) : undefined;
    if (found === undefined) throw new Problem('erasure_not_found');
    return found;
  }
}

/** Digests for a dry run are never compared: nothing is erased. */
function throwAwayKey(): Buffer {
  return randomBytes(32);
}

/** Runs something in a transaction and rolls it back. */
async function takenBack<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const outcome: { done?: { readonly value: T } } = {};
  try {
    await db.transaction(
      async (tx) => {
        outcome.done = { value: await work(tx) };
        throw new TakenBack();
      },
      { isBulk: true },
    );
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  if (outcome.done === undefined) throw new Error('a dry run returned no result');
  return outcome.done.value;
}

class TakenBack extends Error {}

function checked(subject: ErasureSubject): ErasureSubject {
  if (subject.kind === 'person') return subject;
  const { address } = checkedBody(recipientBody, { address: subject.address });
  return { ...subject, address };
}
