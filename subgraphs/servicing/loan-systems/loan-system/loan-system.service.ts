import { LOAN_SYSTEMS_CHANNEL } from '../../../../connectors/loan-systems/added/added-systems.reads.store.js';
import {
  type ConnectionStatusRow,
  connectionStatusOf,
} from '../../../../connectors/loan-systems/added/connection-status.store.js';
import {
  closeSetUpExceptionsOfRemoved,
  REMOVED,
} from '../../../../connectors/loan-systems/added/set-up-exception.store.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import {
  hasRoleEverywhere,
  type Principal,
  requireRole,
  requireRoleEverywhere,
  requireScope,
} from '../../../../core/principal/principal.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { isBuiltInKind } from '../../../../loan-model/ledger-kind.js';
import type { SyncMode } from '../sync/next-pass.js';
import { LoanSystemAdder } from './add-loan-system.js';
import {
  allLoanSystems,
  builtInLoanSystems,
  deactivateLoanSystem,
  loanSystemsOfOrganizations,
  syncedThroughByCodes,
} from './loan-system.store.js';
import { accountsByCode, heldLoanSystem } from './loan-system-account-counts.js';
import { isLoanSystemCode } from './new-loan-system-schema.js';
import {
  ADMINISTRATION,
  done,
  type LoanSystemChange,
  type LoanSystemParts,
  refused,
  type ShownLoanSystem,
  withMissingData,
  withoutSetUp,
  withReports,
} from './shown-loan-system.js';

/** Administration of loan systems, for the command line and GraphQL. Every change is audited. */
export class LoanSystemService {
  readonly #adder: LoanSystemAdder;

  constructor(private readonly parts: LoanSystemParts) {
    this.#adder = new LoanSystemAdder(parts);
  }

  /**
   * Shows an admin of every organization all loan systems, and other operators the built-in ones and those of their
   * organizations; the latter without addresses and connection settings.
   *
   * @throws {Problem} `insufficient_scope` for any caller but an operator.
   */
  async list(principal: Principal): Promise<readonly ShownLoanSystem[]> {
    requireRole(principal, 'viewer');
    const { db, remotes } = this.parts;
    if (hasRoleEverywhere(principal, 'admin'))
      return withReports(this.parts, await db.many(ADMINISTRATION, allLoanSystems, {}));
    const comeAlong = await db.many(ADMINISTRATION, builtInLoanSystems, {});
    const own = await db.many(principal, loanSystemsOfOrganizations, {});
    const codes = own.map(({ code }) => code);
    const accountsOf = await accountsByCode(db, principal, codes);
    return [
      ...comeAlong.map((row) => withoutSetUp(withMissingData(remotes, row), null)),
      ...own.map((row) => withoutSetUp(withMissingData(remotes, row), accountsOf(row.code))),
    ];
  }

  /** The current reports of the running processes. @throws {Problem} `insufficient_scope` */
  async sightings(principal: Principal, code: string): Promise<readonly ConnectionStatusRow[]> {
    requireRoleEverywhere(principal, 'admin');
    return this.parts.db.many(ADMINISTRATION, connectionStatusOf, { codes: [code] });
  }

  /** Sync progress of each system, in the order of the codes; null for built-in systems. */
  async syncedThrough(principal: Principal, codes: readonly string[]): Promise<readonly (string | null)[]> {
    requireScope(principal, 'accounts:read');
    const rows = await this.parts.db.many(ADMINISTRATION, syncedThroughByCodes, { codes });
    const byCode = new Map(rows.map(({ code, syncedThrough }) => [code, syncedThrough]));
    return codes.map((code) => byCode.get(code) ?? null);
  }

  /** As `LoanSystemAdder.add`. @throws {Problem} `insufficient_scope`. */
  add(principal: Principal, request: unknown, check: boolean): Promise<LoanSystemChange> {
    return this.#adder.add(principal, request, check);
  }

  /**
   * Removes a loan system from use. Its accounts remain readable; payments on them return 503 from then on.
   *
   * @param force - also when it holds accounts.
   * @throws {Problem} `insufficient_scope`.
   */
  async remove(principal: Principal, code: string, force: boolean): Promise<LoanSystemChange> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock } = this.parts;
    const problem = await db.transaction(async (tx) => {
      const known = isLoanSystemCode(code) ? await heldLoanSystem(tx, code) : undefined;
      if (known === undefined) return `there is no loan system ${code}`;
      if (known.organizationId === null) return `${code} is built in and cannot be removed`;
      if (!known.isActive) return undefined;
      if (known.accounts > 0 && !force) return `${code} holds ${known.accounts} accounts, which would take no payments`;
      await tx.first(ADMINISTRATION, deactivateLoanSystem, { code, channel: LOAN_SYSTEMS_CHANNEL });
      const closing = { resolution: REMOVED, resolvedBy: principal.actor, resolvedAt: isoInstant(clock.now()) };
      await tx.many(ADMINISTRATION, closeSetUpExceptionsOfRemoved, closing);
      const { organizationId } = known;
      const change = { organizationId, before: known, after: { isActive: false } };
      await recordAudit(tx, clock, principal, { action: 'loan_system.remove', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? done(this.parts, code) : refused(problem);
  }

  /** Makes the worker sync a loan system as soon as possible. @throws {Problem} `insufficient_scope` */
  async requestSync(principal: Principal, code: string, mode: SyncMode): Promise<LoanSystemChange> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock } = this.parts;
    const problem = await db.transaction(async (tx) => {
      const known = isLoanSystemCode(code) ? await heldLoanSystem(tx, code) : undefined;
      if (known === undefined) return `there is no loan system ${code}`;
      if (known.organizationId === null || isBuiltInKind(known.kind) || !known.isActive)
        return `${code} has nothing to sync`;
      await enqueue(tx, 'sync_loan_system', { code, mode }, { delayMs: 0, key: `sync:${code}` });
      const { syncedThrough, organizationId } = known;
      const change = { organizationId, before: { syncedThrough }, after: { mode } };
      await recordAudit(tx, clock, principal, { action: 'loan_system.sync', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? done(this.parts, code) : refused(problem);
  }
}
