import { LOAN_SYSTEMS_CHANNEL } from '../../../../connectors/loan-systems/added/added-systems.reads.store.js';
import {
  type ConnectionStatusRow,
  connectionStatusOf,
} from '../../../../connectors/loan-systems/added/connection-status.store.js';
import { closeSetUpException, REMOVED } from '../../../../connectors/loan-systems/added/set-up-exception.store.js';
import type {
  RemoteConfiguration,
  RemoteDependencies,
  RemoteKind,
} from '../../../../connectors/loan-systems/remote-kind.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { unknownOrganizations } from '../../../../core/auth/api-keys/administration.js';
import { isSandbox } from '../../../../core/business-time/business-clock.js';
import type { Transaction } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import {
  hasRoleEverywhere,
  type Principal,
  requireRole,
  requireRoleEverywhere,
  requireScope,
  systemPrincipal,
} from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { isBuiltInKind, LEDGER_KIND } from '../../../../loan-model/ledger-kind.js';
import type { UnreportedField } from '../../../../loan-model/loan-source-types.js';
import type { SetUpReport } from '../../../../loan-model/port.js';
import type { SyncMode } from '../sync/next-pass.js';
import { missingDataOf } from './data-not-reported-by-loan-system.js';
import {
  allLoanSystems,
  builtInLoanSystems,
  deactivateLoanSystem,
  holdOrganization,
  type LoanSystemRow,
  ledgerOfOrganization,
  loanSystemByCode,
  loanSystemsOfOrganizations,
  syncedThroughByCodes,
  writeLoanSystem,
} from './loan-system.store.js';
import { accountsByCode, heldLoanSystem } from './loan-system-account-counts.js';
import {
  attemptOf,
  isAt,
  isLedgerRequest,
  isLoanSystemCode,
  type NewLedger,
  type NewLoanSystem,
  newLedger,
  newLoanSystem,
  problemMessages,
} from './new-loan-system-schema.js';

/** Remote loan systems: the available kinds, and the settings to connect to one. */
export interface Remotes {
  readonly kinds: Readonly<Record<string, RemoteKind>>;
  readonly surroundings: RemoteDependencies;
  /** In production, credentials are not sent over plain http. */
  readonly requiresHttps: boolean;
  /** Hosts allowed when a system is added over GraphQL: the host receives the secrets configured for the system. */
  readonly hosts: 'any' | readonly string[];
}

/**
 * A loan system, and how the running processes reach it. Built-in systems have no reports: they are in the database.
 */
export type LoanSystemWithReports = LoanSystemRow &
  Held &
  WithMissingData & { readonly sightings: readonly ConnectionStatusRow[] };

/** Number of accounts it holds. */
interface Held {
  readonly accounts: number;
}

/** Account fields that the loan system does not report. */
interface WithMissingData {
  readonly notTold: readonly UnreportedField[];
}

type ForAdmins = 'accounts' | 'settings' | 'secretEnv' | 'sightings';

/** A loan system as shown to operators who are not admins: fields for admins only are null. */
export type ShownLoanSystem = Omit<LoanSystemWithReports, ForAdmins> & {
  readonly [Field in ForAdmins]: LoanSystemWithReports[Field] | null;
};

export interface LoanSystemParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly remotes: Remotes;
}

/** `refused`: nothing was changed; all problems at once, one sentence each. */
export type LoanSystemChange =
  | {
      readonly outcome: 'done';
      readonly loanSystem: LoanSystemWithReports;
      /** What will not work, one sentence each; only when it was added and checked. */
      readonly warnings?: readonly string[];
    }
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

const ADMINISTRATION = systemPrincipal('loan-systems');

/** Administration of loan systems, for the command line and GraphQL. Every change is audited. */
export class LoanSystemService {
  constructor(private readonly parts: LoanSystemParts) {}

  /**
   * Shows an admin of every organization all loan systems, and other operators the built-in ones and those of their
   * organizations; the latter without addresses and connection settings.
   *
   * @throws {Problem} `insufficient_scope` for any caller but an operator.
   */
  async list(principal: Principal): Promise<readonly ShownLoanSystem[]> {
    requireRole(principal, 'viewer');
    const { db } = this.parts;
    if (hasRoleEverywhere(principal, 'admin')) return this.#seen(await db.many(ADMINISTRATION, allLoanSystems, {}));
    const comeAlong = await db.many(ADMINISTRATION, builtInLoanSystems, {});
    const own = await db.many(principal, loanSystemsOfOrganizations, {});
    const codes = own.map(({ code }) => code);
    const accountsOf = await accountsByCode(db, principal, codes);
    return [
      ...comeAlong.map((row) => withoutSetUp(this.#withMissingData(row), null)),
      ...own.map((row) => withoutSetUp(this.#withMissingData(row), accountsOf(row.code))),
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

  /**
   * Adds a loan system, or restores a removed one under the same code. A ledger belongs to one organization.
   *
   * @param check - whether it must answer now.
   * @throws {Problem} `insufficient_scope`.
   */
  async add(principal: Principal, request: unknown, check: boolean): Promise<LoanSystemChange> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock } = this.parts;
    // Audited before anything is sent, and permanently: even a refused request may have been an attempt to obtain a
    // secret.
    const attempt = attemptOf(request);
    const organizationId = await this.#existing(attempt.after.organizationId);
    await recordAudit(db, clock, principal, { action: 'loan_system.try', organizationId, ...attempt });
    if (isLedgerRequest(request)) return this.#addLedger(principal, request);
    const parsed = newLoanSystem.safeParse(request);
    if (!parsed.success) return refused(...problemMessages(parsed.error));
    const problems = [...this.#unallowed(principal, parsed.data), ...(await this.#problemsOf(parsed.data))];
    if (problems.length > 0) return refused(...problems);
    const { problems: unusable, warnings } = check ? await this.#tryOut(parsed.data) : NOTHING_TO_CORRECT;
    if (unusable.length > 0) return refused(...unusable);
    const written = await this.#write(principal, parsed.data);
    return written.outcome === 'done' ? { ...written, warnings } : written;
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
      await tx.many(ADMINISTRATION, closeSetUpException, { code, ...closing });
      const { organizationId } = known;
      const change = { organizationId, before: known, after: { isActive: false } };
      await recordAudit(tx, clock, principal, { action: 'loan_system.remove', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
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
    return problem === undefined ? this.#done(code) : refused(problem);
  }

  /** A ledger needs only its row. If two requests add a ledger to one organization at once, the second is refused. */
  async #addLedger(principal: Principal, request: unknown): Promise<LoanSystemChange> {
    const { db } = this.parts;
    const parsed = newLedger.safeParse(request);
    if (!parsed.success) return refused(...problemMessages(parsed.error));
    const { organizationId } = parsed.data;
    const unknown = await unknownOrganizations(db, [organizationId]);
    if (unknown.length > 0) return refused(`there is no organization ${organizationId}`);
    return this.#write(principal, parsed.data, async (tx) => {
      await tx.first(ADMINISTRATION, holdOrganization, { organizationId });
      const other = await tx.first(ADMINISTRATION, ledgerOfOrganization, { organizationId });
      return other && `the organization already has a ledger, ${other.code}; it can have only one at a time`;
    });
  }

  /** The command line is not restricted: its user can read the secrets anyway. */
  #unallowed({ via }: Principal, { kind, baseUrl, settings }: NewLoanSystem): readonly string[] {
    const { hosts, kinds } = this.parts.remotes;
    if (via === 'command_line' || hosts === 'any') return [];
    const addresses = [baseUrl, ...(kinds[kind]?.otherAddresses(settings) ?? [])];
    return addresses
      .filter((address) => !isAt(address, hosts))
      .map(
        (address) =>
          `over GraphQL, loan systems can be added only at the hosts in LOAN_SYSTEM_HOSTS, and ${new URL(address).host} is not one of them; the command line \`tributary loan-systems add\` can add any host`,
      );
  }

  async #problemsOf({ kind, settings, secretEnv, baseUrl, organizationId }: NewLoanSystem): Promise<readonly string[]> {
    const { db, remotes } = this.parts;
    const known = remotes.kinds[kind];
    const unknown = await unknownOrganizations(db, [organizationId]);
    return [
      ...(known === undefined
        ? [`unknown kind ${kind}; kinds are ${[LEDGER_KIND, ...Object.keys(remotes.kinds)].join(', ')}`]
        : []),
      ...unknown.map((id) => `there is no organization ${id}`),
      ...((await isSandbox(db, organizationId))
        ? ['a sandbox organization can have only a ledger and the built-in sandbox, no other loan system']
        : []),
      ...(remotes.requiresHttps && !baseUrl.startsWith('https:') ? ['in production the base URL must be https'] : []),
      ...(remotes.requiresHttps && known?.otherAddresses(settings).some((address) => !address.startsWith('https:'))
        ? ['in production the token URL must be https']
        : []),
      ...(known?.problems({ settings, secretEnv }) ?? []),
    ];
  }

  /**
   * Requests the system's business day; the request succeeds only with the right address, credentials and tenant. Then
   * asks the system what else must be corrected.
   */
  async #tryOut(configuration: RemoteConfiguration): Promise<SetUpReport> {
    const { kinds, surroundings } = this.parts.remotes;
    const opened = kinds[configuration.kind]?.open(configuration, surroundings) ?? [];
    if (!('system' in opened)) return { problems: opened, warnings: [] };
    try {
      const day = await opened.system.businessDay();
      if (day.kind === 'unavailable' && day.problem === undefined) return NOT_ANSWERED;
      const report = (await opened.system.reportOnSetUp?.()) ?? NOTHING_TO_CORRECT;
      if (day.kind === 'answered' || day.problem === undefined) return report;
      return { ...report, problems: [...new Set([day.problem, ...report.problems])] };
    } finally {
      await opened.close();
    }
  }

  /** @param objection - returns a reason not to write after all; called in the transaction that would write. */
  async #write(
    principal: Principal,
    added: NewLoanSystem | NewLedger,
    objection: (tx: Transaction) => Promise<string | undefined> = async () => undefined,
  ): Promise<LoanSystemChange> {
    const { db, clock } = this.parts;
    const { code, kind, organizationId, settings, secretEnv } = added;
    const problem = await db.transaction(async (tx) => {
      const known = await heldLoanSystem(tx, code);
      if (known?.isActive) return `there is already a loan system ${code}; remove it first to change it`;
      if (known !== undefined && (known.kind !== kind || known.organizationId !== organizationId))
        return `${code} held accounts of another kind or organization; choose another code`;
      const objected = await objection(tx);
      if (objected !== undefined) return objected;
      const baseUrl = added.baseUrl ?? null;
      const fields = { code, kind, organizationId, baseUrl, ...asJson({ settings, secretEnv }) };
      const written = await tx.first(ADMINISTRATION, writeLoanSystem, { ...fields, channel: LOAN_SYSTEMS_CHANNEL });
      if (written === undefined) return `there is already a loan system ${code}; remove it first to change it`;
      const change = { organizationId, ...(known && { before: known }), after: { ...added, isActive: true } };
      await recordAudit(tx, clock, principal, { action: 'loan_system.add', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
  }

  /** An unknown organization must not start a seal chain in the audit log. */
  async #existing(organizationId: string | null): Promise<string | null> {
    if (organizationId === null) return null;
    const { organization } = this.parts.db.models(ADMINISTRATION);
    return (await organization.count({ where: { id: organizationId } })) === 0 ? null : organizationId;
  }

  async #done(code: string): Promise<LoanSystemChange> {
    const loanSystem = await this.parts.db.first(ADMINISTRATION, loanSystemByCode, { code });
    if (loanSystem === undefined) throw new Error(`the loan system ${code} is gone`);
    const [seen] = await this.#seen([loanSystem]);
    if (seen === undefined) throw new Error(`no caller can see the loan system ${code}`);
    return { outcome: 'done', loanSystem: seen };
  }

  #withMissingData(row: LoanSystemRow): LoanSystemRow & WithMissingData {
    return { ...row, notTold: missingDataOf(this.parts.remotes.kinds, row) };
  }

  async #seen(rows: readonly LoanSystemRow[]): Promise<readonly LoanSystemWithReports[]> {
    const codes = rows.map(({ code }) => code);
    const { db } = this.parts;
    const sightings = await db.many(ADMINISTRATION, connectionStatusOf, { codes });
    const accountsOf = await accountsByCode(db, ADMINISTRATION, codes);
    return rows.map((row) => ({
      ...this.#withMissingData(row),
      accounts: accountsOf(row.code),
      sightings: sightings.filter(({ code }) => code === row.code),
    }));
  }
}

const NOTHING_TO_CORRECT: SetUpReport = { problems: [], warnings: [] };
const NOT_ANSWERED: SetUpReport = {
  problems: ['the loan system does not answer, or refuses the credentials'],
  warnings: [],
};

function asJson({ settings, secretEnv }: { readonly settings: object; readonly secretEnv: object }) {
  return { settings: JSON.stringify(settings), secretEnv: JSON.stringify(secretEnv) };
}

function refused(...problems: readonly string[]): LoanSystemChange {
  return { outcome: 'refused', problems };
}

/** Addresses and connection settings are for admins only; for built-in systems, so is the number of accounts. */
function withoutSetUp(row: LoanSystemRow & WithMissingData, accounts: number | null): ShownLoanSystem {
  return { ...row, baseUrl: null, settings: null, secretEnv: null, sightings: null, lastError: null, accounts };
}
