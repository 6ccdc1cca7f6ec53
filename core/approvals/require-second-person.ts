import { z } from 'zod';
import { recordAudit } from '../audit/record.js';
import { maskedName } from '../contract/stored-text.js';
import { lockAgainstErasure } from '../erasure/erased-placeholders-and-digests.js';
import { Problem } from '../errors/problem.js';
import type { KnownKey } from '../idempotency/client-keys.js';
import { fingerprint } from '../idempotency/fingerprint.js';
import { claim, finish } from '../idempotency/idempotency.js';
import { findKey } from '../idempotency/idempotency.store.js';
import { finalRefusal } from '../idempotency/stored-refusal.js';
import { newId } from '../ids/ids.js';
import { limitToOrganization, type Principal } from '../principal/principal.js';
import type { OperatorRole } from '../principal/roles.js';
import type { ServiceParts } from '../service-parts.js';
import { isoInstant } from '../time/dates.js';
import { limitOf } from './act-limits.js';
import type { ActArguments, ActSubject, ActWithLimit } from './act-with-limit-interface.js';
import { type ApprovalRow, approvalOfKey } from './approval-request.store.js';
import { auditedApproval } from './audited-approval.js';

/** How long a request waits for a decision. */
const OPEN_HOURS = 7 * 24;

const storedInput = z.record(z.string(), z.json());
const keyed = z.object({ idempotencyKey: z.string() });

/** A mutation that an operator calls. */
export interface LimitedMutation {
  readonly name: string;
  readonly leastRole: OperatorRole;
  readonly declared: ActWithLimit;
}

/**
 * The one place that decides whether an act needs a second person. It stands before the mutation: an act above the
 * caller's limit is stored as a request, and the mutation is not called.
 */
export class SecondPersonCheck {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'>) {}

  /**
   * @param principal - an operator, limited to the organizations where the role suffices for the mutation
   * @throws {Problem} `second_person_required` with the request; `idempotency_conflict`; `validation_failed`
   */
  async require(principal: Principal, mutation: LimitedMutation, args: ActArguments): Promise<void> {
    const { declared } = mutation;
    const sent = keyed.safeParse(args);
    const subject = sent.success ? await declared.subjectOf(principal, args) : undefined;
    if (!sent.success || subject === undefined) return;
    const caller = limitToOrganization(principal, subject.organizationId);
    const key = this.parts.clientKeys.known(sent.data.idempotencyKey);
    const digest = digestOf(mutation.name, args);
    // A request outlives the limit that it was made under: the same key must not also perform the act directly.
    const earlier = await this.#requestOf(caller, subject, mutation, key);
    if (earlier !== undefined) throw pending(earlier, digest);
    if (!(await this.#isAboveLimit(caller, subject, declared))) return;
    const stored = await this.#store(caller, subject, mutation, { args, key, digest });
    // The act was begun under this key, before there was a limit: the mutation gives its answer.
    if (stored !== undefined) throw pending(stored, digest);
  }

  #requestOf(caller: Principal, { organizationId }: ActSubject, { name }: LimitedMutation, { forms }: KnownKey) {
    return this.parts.db.first(caller, approvalOfKey, { organizationId, mutation: name, keys: forms });
  }

  async #isAboveLimit(caller: Principal, { organizationId, amountCents }: ActSubject, { act }: ActWithLimit) {
    const { role } = caller;
    if (role === undefined) return true;
    const limit = await limitOf(this.parts.db, caller, { organizationId, role, act });
    return limit !== null && amountCents > limit;
  }

  /**
   * Claims the key of the act itself, so that the act is either carried out under it or asked for, also while a limit is
   * changed. Of two equal requests at once, the second finds the first one's row. Undefined: the act was begun.
   */
  async #store(
    caller: Principal,
    subject: ActSubject,
    mutation: LimitedMutation,
    { args, key, digest }: { readonly args: ActArguments; readonly key: KnownKey; readonly digest: Buffer },
  ): Promise<ApprovalRow | undefined> {
    const { db, clock } = this.parts;
    const { name, leastRole, declared } = mutation;
    const reason = declared.check(args);
    const { idempotencyKey: _key, ...input } = args;
    const now = clock.now();
    const { organizationId, accountId, paymentId, amountCents, details } = subject;
    const id = newId(now.epochMilliseconds);
    const described = {
      id,
      organizationId,
      act: declared.act,
      accountId,
      paymentId,
      amountCents,
      askedBy: caller.actor,
    };
    const { operation } = declared;
    const ofKey = { organizationId, keys: key.forms };
    return db.transaction(async (tx) => {
      const decision = await claim(tx, caller, { organizationId, operation, ...key, fingerprint: digest }, newId());
      if (decision.kind !== 'proceed') {
        const asked = await tx.first(caller, approvalOfKey, { ...ofKey, mutation: name });
        if (asked !== undefined) return asked;
        // A key that was released has another fingerprint, that of the act: nothing was carried out under it.
        const known = await tx.first(caller, findKey, { ...ofKey, operation });
        if (known?.state !== 'released') return undefined;
      }
      // Serializes with erasures: an erasure either removes these texts, or was finished before they were written.
      await tx.first(caller, lockAgainstErasure, { organizationId });
      const { count } = await tx.models(caller).approvalRequest.createMany({
        skipDuplicates: true,
        data: [
          {
            ...described,
            ...{ mutation: name, leastRole, status: 'open', reason },
            key: key.key,
            input: storedInput.parse(plain(input)),
            inputDigest: new Uint8Array(digest),
            details: details.map((detail) => ({ ...detail })),
            askedByIssuer: caller.issuer ?? null,
            askedByName: caller.name === undefined ? null : maskedName(caller.name),
            askedAt: isoInstant(now),
            expiresAt: isoInstant(now.add({ hours: OPEN_HOURS })),
          },
        ],
      });
      if (count > 0) await recordAudit(tx, clock, caller, auditedApproval('create', described));
      if (decision.kind === 'proceed') {
        const refusal = finalRefusal('second_person_required', { approval_request_id: id, status: 'open' });
        await finish(tx, caller, { organizationId, operation, subjectId: decision.subjectId }, refusal);
      }
      const stored = await tx.first(caller, approvalOfKey, { ...ofKey, mutation: name });
      if (stored === undefined) throw new Error(`approval request ${id} was not stored`);
      return stored;
    });
  }
}

/** The digest of what is asked for: compared with the stored input before the act is carried out. */
export function digestOf(mutation: string, args: ActArguments): Buffer {
  const { idempotencyKey: _key, ...input } = args;
  return fingerprint([mutation], storedInput.parse(plain(input)));
}

/** Arguments as JSON: without undefined members and prototypes. */
function plain(args: ActArguments): unknown {
  return JSON.parse(JSON.stringify(args));
}

function pending({ id, status, inputDigest }: ApprovalRow, digest: Buffer): Problem {
  if (!inputDigest.equals(digest)) return new Problem('idempotency_conflict', { approval_request_id: id });
  return new Problem('second_person_required', { approval_request_id: id, status });
}
