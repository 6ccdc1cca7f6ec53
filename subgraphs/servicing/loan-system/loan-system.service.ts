import { LOAN_SYSTEMS_CHANNEL } from '../../../connectors/loan-systems/added/added-systems.store.js';
import type { RemoteConfiguration, RemoteKind, RemoteSurroundings } from '../../../connectors/loan-systems/remote.js';
import { recordAudit } from '../../../core/audit/record.js';
import { type Principal, systemPrincipal } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import type { Database } from '../../../core/db/database.js';
import { Problem } from '../../../core/errors/problem.js';
import { enqueue } from '../../../core/jobs/jobs.js';
import type { SyncMode } from '../sync/pass.js';
import {
  allLoanSystems,
  deactivateLoanSystem,
  type LoanSystemRow,
  loanSystemByCode,
  lockLoanSystem,
  organizationExists,
  writeLoanSystem,
} from './loan-system.store.js';
import { isLoanSystemCode, type NewLoanSystem, newLoanSystem, sentencesOf } from './new-loan-system.js';

/** Remote loan systems: the kinds that there are, and what one is opened with. */
export interface Remotes {
  readonly kinds: Readonly<Record<string, RemoteKind>>;
  readonly surroundings: RemoteSurroundings;
  /** In production credentials do not go over plain http. */
  readonly requiresHttps: boolean;
}

export interface LoanSystemParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly remotes: Remotes;
}

/** `refused`: nothing was changed; one sentence per problem, all at once. */
export type LoanSystemChange =
  | { readonly outcome: 'done'; readonly loanSystem: LoanSystemRow }
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

const ADMINISTRATION = systemPrincipal('loan-systems');

/** Administration of loan systems, for the command line and the graph alike. Every change is audited. */
export class LoanSystemService {
  readonly #parts: LoanSystemParts;

  constructor(parts: LoanSystemParts) {
    this.#parts = parts;
  }

  /** @throws {Problem} `insufficient_scope` for anybody but an admin of every organization. */
  list(principal: Principal): Promise<readonly LoanSystemRow[]> {
    requireAdmin(principal);
    return this.#parts.db.many(ADMINISTRATION, allLoanSystems, {});
  }

  /**
   * Adds a loan system, or brings a removed one back under the same code.
   *
   * @param check - whether it must answer now.
   * @throws {Problem} `insufficient_scope`.
   */
  async add(principal: Principal, request: unknown, check: boolean): Promise<LoanSystemChange> {
    requireAdmin(principal);
    const parsed = newLoanSystem.safeParse(request);
    if (!parsed.success) return refused(...sentencesOf(parsed.error));
    const problems = await this.#problemsOf(parsed.data);
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
    requireAdmin(principal);
    const { db, clock } = this.#parts;
    const problem = await db.transaction(async (tx) => {
      const known = isLoanSystemCode(code) ? await tx.first(ADMINISTRATION, lockLoanSystem, { code }) : undefined;
      if (known === undefined) return `there is no loan system ${code}`;
      if (known.organizationId === null) return `${code} comes along and cannot be removed`;
      if (!known.isActive) return undefined;
      if (known.accounts > 0 && !force) return `${code} holds ${known.accounts} accounts: they would take no payments`;
      await tx.first(ADMINISTRATION, deactivateLoanSystem, { code, channel: LOAN_SYSTEMS_CHANNEL });
      const { kind, accounts } = known;
      const change = { before: { kind, accounts, is_active: true }, after: { is_active: false } };
      await recordAudit(tx, clock, { actor: principal.actor, action: 'loan_system.remove', subject: code, ...change });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
  }

  /** Has the worker sync a loan system as soon as it can. @throws {Problem} `insufficient_scope` */
  async requestSync(principal: Principal, code: string, mode: SyncMode): Promise<LoanSystemChange> {
    requireAdmin(principal);
    const { db, clock } = this.#parts;
    const problem = await db.transaction(async (tx) => {
      const known = isLoanSystemCode(code) ? await tx.first(ADMINISTRATION, lockLoanSystem, { code }) : undefined;
      if (known === undefined) return `there is no loan system ${code}`;
      if (known.organizationId === null || !known.isActive) return `${code} has nothing to sync`;
      await enqueue(tx, 'sync_loan_system', { code, mode }, { delayMs: 0, key: `sync:${code}` });
      const after = { mode };
      await recordAudit(tx, clock, { actor: principal.actor, action: 'loan_system.sync', subject: code, after });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
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
    const { code, kind, baseUrl, organizationId, settings, secretEnv } = added;
    const problem = await db.transaction(async (tx) => {
      const known = await tx.first(ADMINISTRATION, lockLoanSystem, { code });
      if (known?.isActive) return `there is a loan system ${code} already; remove it first to change it`;
      if (known !== undefined && (known.kind !== kind || known.organizationId !== organizationId))
        return `${code} held accounts of another kind or organization: take another code`;
      const fields = { ...added, settings: JSON.stringify(settings), secretEnv: JSON.stringify(secretEnv) };
      const written = await tx.first(ADMINISTRATION, writeLoanSystem, { ...fields, channel: LOAN_SYSTEMS_CHANNEL });
      if (written === undefined) return `there is a loan system ${code} already; remove it first to change it`;
      const after = { kind, base_url: baseUrl, organization_id: organizationId, settings, secret_env: secretEnv };
      await recordAudit(tx, clock, { actor: principal.actor, action: 'loan_system.add', subject: code, after });
      return undefined;
    });
    return problem === undefined ? this.#done(code) : refused(problem);
  }

  async #done(code: string): Promise<LoanSystemChange> {
    const loanSystem = await this.#parts.db.first(ADMINISTRATION, loanSystemByCode, { code });
    if (loanSystem === undefined) throw new Error(`the loan system ${code} vanished`);
    return { outcome: 'done', loanSystem };
  }
}

function refused(...problems: readonly string[]): LoanSystemChange {
  return { outcome: 'refused', problems };
}

/** The command line is whoever may read the database's address. */
function requireAdmin({ kind, role, organizationIds }: Principal): void {
  if (kind === 'system') return;
  if (kind !== 'operator' || role !== 'admin' || organizationIds !== 'all') throw new Problem('insufficient_scope');
}
