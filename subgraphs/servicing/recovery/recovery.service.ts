import type { RemoteKind } from '../../../connectors/loan-systems/remote-kind.js';
import { recordAudit } from '../../../core/audit/record.js';
import { checkedBody } from '../../../core/contract/checked-write.js';
import { Problem } from '../../../core/errors/problem.js';
import { isId } from '../../../core/ids/ids.js';
import { type Principal, requireRoleEverywhere } from '../../../core/principal/principal.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { isoInstant } from '../../../core/time/dates.js';
import { heldLoanSystem } from '../loan-systems/loan-system/loan-system-account-counts.js';
import { isLoanSystemCode } from '../loan-systems/loan-system/new-loan-system-schema.js';
import { changeRecovery } from '../platform/organization/change-recovery.js';
import { closeUnreadExceptions, forgetReadLists } from '../platform/organization/change-recovery.store.js';
import { lockOrganization } from '../platform/organization/organization.store.js';
import { paymentsInProgressWritten } from '../platform/organization/payments-in-progress.reads.store.js';
import { recoveryTime } from '../platform/organization/recovery-time.js';
import { type Recovery, readRecoveries } from './read-recoveries.js';
import { confirmListRead, organizationIds, setRecoveringSince } from './recovery.store.js';

export interface RecoveryParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly loanSystemKinds: Readonly<Record<string, RemoteKind>>;
}

/** `refused`: nothing was changed; one sentence each. */
export type RecoveryChange =
  | { readonly outcome: 'done'; readonly recoveries: readonly Recovery[] }
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

const CONFIRMED = 'An operator confirmed that the list of postings was read.';

interface Change {
  readonly action: 'recovery.start' | 'recovery.end';
  readonly next: (recoveringSince: string | null) => string | null;
  /** Lists that were read before it must be read again: a second restore brings back what the first recovery settled. */
  readonly readBefore?: string;
}

/** Recoveries from a restore of the database. For admins of all organizations; every change is audited. */
export class RecoveryService {
  constructor(private readonly parts: RecoveryParts) {}

  /** Organizations that recover, and what remains to be done. @throws {Problem} `insufficient_scope` */
  async list(principal: Principal): Promise<readonly Recovery[]> {
    requireRoleEverywhere(principal, 'admin');
    return readRecoveries(this.parts, principal);
  }

  /**
   * Begins the recovery of one organization, or of all. Where one began at an earlier time, that time stays: its requests
   * must still be sent again. Each organization is changed by itself, so a repeated call finishes an interrupted one. When
   * this returns, each new posting is looked up first.
   *
   * @param since - the time to which the database was restored
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `organization_not_found`
   */
  async start(principal: Principal, since: string, organizationId?: string | null): Promise<readonly Recovery[]> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock } = this.parts;
    const checked = checkedBody(recoveryTime(clock), since);
    for (const id of await this.#named(principal, organizationId)) {
      await this.#change(principal, id, {
        action: 'recovery.start',
        next: (before) => (before !== null && Date.parse(before) <= Date.parse(checked) ? before : checked),
        readBefore: checked,
      });
    }
    await paymentsInProgressWritten(db);
    return readRecoveries(this.parts, principal);
  }

  /** Ends it; an organization that does not recover stays as it is. @throws {Problem} as `start` */
  async end(principal: Principal, organizationId?: string | null): Promise<readonly Recovery[]> {
    requireRoleEverywhere(principal, 'admin');
    for (const id of await this.#named(principal, organizationId)) {
      await this.#change(principal, id, { action: 'recovery.end', next: () => null });
    }
    return readRecoveries(this.parts, principal);
  }

  /**
   * Records that an operator has read the list of postings of a loan system that cannot be searched by reference: it takes
   * postings again. @throws {Problem} `insufficient_scope`
   */
  async confirmRead(principal: Principal, code: string): Promise<RecoveryChange> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock, loanSystemKinds } = this.parts;
    const problem = await db.transaction(async (tx) => {
      const known = isLoanSystemCode(code) ? await heldLoanSystem(tx, code) : undefined;
      if (known === undefined || known.organizationId === null) return `there is no remote loan system ${code}`;
      const { organizationId, kind, settings } = known;
      if (loanSystemKinds[kind]?.findsByReference(settings) !== false)
        return `${code} can be searched by reference: its list need not be read`;
      const organization = await tx.first(principal, lockOrganization, { id: organizationId });
      if (organization === undefined || organization.recoveringSince === null)
        return `the lender of ${code} does not recover from a restore`;
      if ((await tx.first(principal, confirmListRead, { code })) === undefined) return undefined;
      const closing = { resolution: CONFIRMED, resolvedBy: principal.actor, resolvedAt: isoInstant(clock.now()) };
      await tx.many(principal, closeUnreadExceptions, { organizationId, code, ...closing });
      const change = { before: {}, after: { since: organization.recoveringSince } };
      await recordAudit(tx, clock, principal, {
        action: 'recovery.confirm_read',
        subject: code,
        organizationId,
        ...change,
      });
      return undefined;
    });
    if (problem !== undefined) return { outcome: 'refused', problems: [problem] };
    return { outcome: 'done', recoveries: await readRecoveries(this.parts, principal) };
  }

  async #named(principal: Principal, organizationId: string | null | undefined): Promise<readonly string[]> {
    if (organizationId !== undefined && organizationId !== null) return [organizationId];
    return (await this.parts.db.many(principal, organizationIds, {})).map(({ id }) => id);
  }

  async #change(principal: Principal, id: string, { action, next, readBefore }: Change): Promise<void> {
    const { db, clock } = this.parts;
    if (!isId(id)) throw new Problem('organization_not_found');
    await db.transaction(async (tx) => {
      const locked = await tx.first(principal, lockOrganization, { id });
      if (locked === undefined) throw new Problem('organization_not_found');
      if (readBefore !== undefined) await tx.many(principal, forgetReadLists, { organizationId: id, readBefore });
      const since = next(locked.recoveringSince);
      if (since === locked.recoveringSince) return;
      const changed = await tx.first(principal, setRecoveringSince, { id, since });
      await changeRecovery(tx, clock, principal, id, since);
      await recordAudit(tx, clock, principal, {
        action,
        subject: id,
        organizationId: id,
        before: { recoveringSince: locked.recoveringSince },
        after: { recoveringSince: changed?.recoveringSince ?? null },
      });
    });
  }
}
