import { LOAN_SYSTEMS_CHANNEL } from '../../../../connectors/loan-systems/added/added-systems.reads.store.js';
import type { RemoteConfiguration } from '../../../../connectors/loan-systems/remote-kind.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { unknownOrganizations } from '../../../../core/auth/api-keys/administration.js';
import { isSandbox } from '../../../../core/business-time/business-clock.js';
import type { Transaction } from '../../../../core/db/database.js';
import { type Principal, requireRoleEverywhere } from '../../../../core/principal/principal.js';
import { LEDGER_KIND } from '../../../../loan-model/ledger-kind.js';
import type { SetUpReport } from '../../../../loan-model/port.js';
import { holdOrganization, ledgerOfOrganization, writeLoanSystem } from './loan-system.store.js';
import { heldLoanSystem } from './loan-system-account-counts.js';
import {
  attemptOf,
  isAt,
  isLedgerRequest,
  type NewLedger,
  type NewLoanSystem,
  newLedger,
  newLoanSystem,
  problemMessages,
} from './new-loan-system-schema.js';
import { ADMINISTRATION, done, type LoanSystemChange, type LoanSystemParts, refused } from './shown-loan-system.js';

/** Adds loan systems; every attempt is audited. */
export class LoanSystemAdder {
  constructor(private readonly parts: LoanSystemParts) {}

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
    return problem === undefined ? done(this.parts, code) : refused(problem);
  }

  /** An unknown organization must not start a seal chain in the audit log. */
  async #existing(organizationId: string | null): Promise<string | null> {
    if (organizationId === null) return null;
    const { organization } = this.parts.db.models(ADMINISTRATION);
    return (await organization.count({ where: { id: organizationId } })) === 0 ? null : organizationId;
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
