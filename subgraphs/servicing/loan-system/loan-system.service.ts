import { LOAN_SYSTEMS_CHANNEL } from '../../../connectors/loan-systems/added/added-systems.store.js';
import { type Sighting, sightingsOf } from '../../../connectors/loan-systems/added/sightings.store.js';
import type { RemoteConfiguration, RemoteKind, RemoteSurroundings } from '../../../connectors/loan-systems/remote.js';
import type { Untold } from '../../../connectors/loan-systems/source.js';
import { recordAudit } from '../../../core/audit/record.js';
import {
  hasRoleEverywhere,
  type Principal,
  requireRole,
  requireRoleEverywhere,
  requireScope,
  systemPrincipal,
} from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import type { Database } from '../../../core/db/database.js';
import { enqueue } from '../../../core/jobs/jobs.js';
import type { SyncMode } from '../sync/pass.js';
import {
  allLoanSystems,
  deactivateLoanSystem,
  type LoanSystemRow,
  loanSystemByCode,
  loanSystemsOfOrganizations,
  loanSystemsThatComeAlong,
  lockLoanSystem,
  organizationExists,
  syncedThroughByCodes,
  writeLoanSystem,
} from './loan-system.store.js';
import {
  attemptOf,
  isAt,
  isLoanSystemCode,
  type NewLoanSystem,
  newLoanSystem,
  sentencesOf,
} from './new-loan-system.js';
import { notTold } from './not-told.js';

/** Remote loan systems: the kinds that there are, and what one is opened with. */
export interface Remotes {
  readonly kinds: Readonly<Record<string, RemoteKind>>;
  readonly surroundings: RemoteSurroundings;
  /** In production credentials do not go over plain http. */
  readonly requiresHttps: boolean;
  /** Where one may be added over the graph: whoever names the address is told the secrets that are named beside it. */
  readonly hosts: 'any' | readonly string[];
}

/** A loan system, and how the running parts reach it: of those that come along nobody tells, they are in the database. */
export type SeenLoanSystem = LoanSystemRow & Told & { readonly sightings: readonly Sighting[] };

/** What its accounts lack because it does not tell it. */
interface Told {
  readonly notTold: readonly Untold[];
}

type ForAdmins = 'accounts' | 'settings' | 'secretEnv' | 'sightings';

/** A loan system as somebody may see it who is no admin: null is what only admins see. */
export type ShownLoanSystem = Omit<SeenLoanSystem, ForAdmins> & {
  readonly [Field in ForAdmins]: SeenLoanSystem[Field] | null;
};

export interface LoanSystemParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly remotes: Remotes;
}

/** `refused`: nothing was changed; one sentence per problem, all at once. */
export type LoanSystemChange =
  | { readonly outcome: 'done'; readonly loanSystem: SeenLoanSystem }
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

const ADMINISTRATION = systemPrincipal('loan-systems');

/** Administration of loan systems, for the command line and the graph alike. Every change is audited. */
export class LoanSystemService {
  readonly #parts: LoanSystemParts;

  constructor(parts: LoanSystemParts) {
    this.#parts = parts;
  }

  /**
   * Every loan system to an admin of every organization; to other operators those that come along and those of their
   * organizations, and of these nothing that says where they are and how they are reached.
   *
   * @throws {Problem} `insufficient_scope` for anybody but an operator.
   */
  async list(principal: Principal): Promise<readonly ShownLoanSystem[]> {
    requireRole(principal, 'viewer');
    const { db } = this.#parts;
    if (hasRoleEverywhere(principal, 'admin')) return this.#seen(await db.many(ADMINISTRATION, allLoanSystems, {}));
    const comeAlong = await db.many(ADMINISTRATION, loanSystemsThatComeAlong, {});
    const own = await db.many(principal, loanSystemsOfOrganizations, {});
    return [...comeAlong, ...own].map((row) => withoutSetUp(this.#told(row)));
  }

  /** What the running parts see of one now. @throws {Problem} `insufficient_scope` */
  async sightings(principal: Principal, code: string): Promise<readonly Sighting[]> {
    requireRoleEverywhere(principal, 'admin');
    return this.#parts.db.many(ADMINISTRATION, sightingsOf, { codes: [code] });
  }

  /** How far the sync of each has come, in the order of the codes; null for those that come along. */
  async syncedThrough(principal: Principal, codes: readonly string[]): Promise<readonly (string | null)[]> {
    requireScope(principal, 'accounts:read');
    const rows = await this.#parts.db.many(ADMINISTRATION, syncedThroughByCodes, { codes });
    const byCode = new Map(rows.map(({ code, syncedThrough }) => [code, syncedThrough]));
    return codes.map((code) => byCode.get(code) ?? null);
  }

  /**
   * Adds a loan system, or brings a removed one back under the same code.
   *
   * @param check - whether it must answer now.
   * @throws {Problem} `insufficient_scope`.
   */
  async add(principal: Principal, request: unknown, check: boolean): Promise<LoanSystemChange> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock } = this.#parts;
    // Before anything is sent anywhere, and for good: also one that is refused may have been a try to be sent a secret.
    await recordAudit(db, clock, principal, { action: 'loan_system.try', ...attemptOf(request) });
    const parsed = newLoanSystem.safeParse(request);
    if (!parsed.success) return refused(...sentencesOf(parsed.error));
    const problems = [...this.#unallowed(principal, parsed.data), ...(await this.#problemsOf(parsed.data))];
    if (problems.length > 0) return refused(...problems);
    if (check) {
      const unanswered = await this.#tryOut(parsed.data);
      if (unanswered.length > 0) return refused(...unanswered);
    }
    return this.#write(principal, parsed.data);
  }

  /**
   * Takes a loan system out of use. Its accounts stay readable; payments on them are 503 from then on.
   *
   * @param force - also when it holds accounts.
   * @throws {Problem} `insufficient_scope`.
   */
  async remove(principal: Principal, code: string, force: boolean): Promise<LoanSystemChange> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock } = this.#parts;
    const problem = await db.transaction(async (tx) => {
      const known = isLoanSystemCode(code) ? await tx.first(ADMINISTRATION, lockLoanSystem, { code }) : undefined;
      if (known === undefined) return `there is no loan system ${code}`;
      if (known.organizationId === null) return `${code} comes along and cannot be removed`;
      if (!known.isActive) return undefined;
      if (known.accounts > 0 && !force) return `${code} holds ${known.accounts} accounts: they would take no payments`;
      await tx.first(ADMINISTRATION, deactivateLoanSystem, { code, channel: LOAN_SYSTEMS_CHANNEL });
      const change = { before: known, after: { isActive: false } };
      await recordAudit(tx, clock, principal, { action: 'loan_system.remove', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
  }

  /** Has the worker sync a loan system as soon as it can. @throws {Problem} `insufficient_scope` */
  async requestSync(principal: Principal, code: string, mode: SyncMode): Promise<LoanSystemChange> {
    requireRoleEverywhere(principal, 'admin');
    const { db, clock } = this.#parts;
    const problem = await db.transaction(async (tx) => {
      const known = isLoanSystemCode(code) ? await tx.first(ADMINISTRATION, lockLoanSystem, { code }) : undefined;
      if (known === undefined) return `there is no loan system ${code}`;
      if (known.organizationId === null || !known.isActive) return `${code} has nothing to sync`;
      await enqueue(tx, 'sync_loan_system', { code, mode }, { delayMs: 0, key: `sync:${code}` });
      const { syncedThrough } = known;
      const change = { before: { syncedThrough }, after: { mode } };
      await recordAudit(tx, clock, principal, { action: 'loan_system.sync', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
  }

  /** Whoever sits at the command line has the secrets anyway. */
  #unallowed({ via }: Principal, { baseUrl }: NewLoanSystem): readonly string[] {
    const { hosts } = this.#parts.remotes;
    if (via === 'command_line' || hosts === 'any' || isAt(baseUrl, hosts)) return [];
    return [
      `loan systems are added over GraphQL at the hosts of LOAN_SYSTEM_HOSTS only, and ${new URL(baseUrl).host} is none of them; at the command line \`tributary loan-systems add\` adds any`,
    ];
  }

  async #problemsOf({ kind, settings, secretEnv, baseUrl, organizationId }: NewLoanSystem): Promise<readonly string[]> {
    const { db, remotes } = this.#parts;
    const known = remotes.kinds[kind];
    const organization = await db.first(ADMINISTRATION, organizationExists, { id: organizationId });
    return [
      ...(known === undefined ? [`there is no kind ${kind}; kinds are ${Object.keys(remotes.kinds).join(', ')}`] : []),
      ...(organization === undefined ? [`there is no organization ${organizationId}`] : []),
      ...(remotes.requiresHttps && !baseUrl.startsWith('https:') ? ['in production the base URL must be https'] : []),
      ...(known?.problems({ settings, secretEnv }) ?? []),
    ];
  }

  /** Asks it for its business day: address, credentials and tenant must be right for that. */
  async #tryOut(configuration: RemoteConfiguration): Promise<readonly string[]> {
    const { kinds, surroundings } = this.#parts.remotes;
    const opened = kinds[configuration.kind]?.open(configuration, surroundings) ?? [];
    if (!('system' in opened)) return opened;
    try {
      const day = await opened.system.businessDay();
      return day.kind === 'answered' ? [] : ['the loan system does not answer, or refuses the credentials'];
    } finally {
      await opened.close();
    }
  }

  async #write(principal: Principal, added: NewLoanSystem): Promise<LoanSystemChange> {
    const { db, clock } = this.#parts;
    const { code, kind, organizationId, settings, secretEnv } = added;
    const problem = await db.transaction(async (tx) => {
      const known = await tx.first(ADMINISTRATION, lockLoanSystem, { code });
      if (known?.isActive) return `there is a loan system ${code} already; remove it first to change it`;
      if (known !== undefined && (known.kind !== kind || known.organizationId !== organizationId))
        return `${code} held accounts of another kind or organization: take another code`;
      const fields = { ...added, settings: JSON.stringify(settings), secretEnv: JSON.stringify(secretEnv) };
      const written = await tx.first(ADMINISTRATION, writeLoanSystem, { ...fields, channel: LOAN_SYSTEMS_CHANNEL });
      if (written === undefined) return `there is a loan system ${code} already; remove it first to change it`;
      const change = { ...(known && { before: known }), after: { ...added, isActive: true } };
      await recordAudit(tx, clock, principal, { action: 'loan_system.add', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
  }

  async #done(code: string): Promise<LoanSystemChange> {
    const loanSystem = await this.#parts.db.first(ADMINISTRATION, loanSystemByCode, { code });
    if (loanSystem === undefined) throw new Error(`the loan system ${code} vanished`);
    const [seen] = await this.#seen([loanSystem]);
    return { outcome: 'done', loanSystem: seen ?? { ...this.#told(loanSystem), sightings: [] } };
  }

  #told(row: LoanSystemRow): LoanSystemRow & Told {
    return { ...row, notTold: notTold(this.#parts.remotes.kinds, row) };
  }

  async #seen(rows: readonly LoanSystemRow[]): Promise<readonly SeenLoanSystem[]> {
    const codes = rows.map(({ code }) => code);
    const sightings = await this.#parts.db.many(ADMINISTRATION, sightingsOf, { codes });
    return rows.map((row) => ({ ...this.#told(row), sightings: sightings.filter(({ code }) => code === row.code) }));
  }
}

function refused(...problems: readonly string[]): LoanSystemChange {
  return { outcome: 'refused', problems };
}

/** What says where a loan system is, and how it is reached, is for admins; of those that come along also how much they hold. */
function withoutSetUp(row: LoanSystemRow & Told): ShownLoanSystem {
  const accounts = row.organizationId === null ? null : row.accounts;
  return { ...row, baseUrl: null, settings: null, secretEnv: null, sightings: null, lastError: null, accounts };
}
