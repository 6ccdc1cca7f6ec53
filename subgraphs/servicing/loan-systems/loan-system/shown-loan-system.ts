import {
  type ConnectionStatusRow,
  connectionStatusOf,
} from '../../../../connectors/loan-systems/added/connection-status.store.js';
import type { RemoteDependencies, RemoteKind } from '../../../../connectors/loan-systems/remote-kind.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { UnreportedField } from '../../../../loan-model/loan-source-types.js';
import { missingDataOf } from './data-not-reported-by-loan-system.js';
import { type LoanSystemRow, loanSystemByCode } from './loan-system.store.js';
import { accountsByCode } from './loan-system-account-counts.js';

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

export const ADMINISTRATION = systemPrincipal('loan-systems');

/** Loan systems with the reports of the running processes. */
export async function withReports(
  { db, remotes }: Pick<LoanSystemParts, 'db' | 'remotes'>,
  rows: readonly LoanSystemRow[],
): Promise<readonly LoanSystemWithReports[]> {
  const codes = rows.map(({ code }) => code);
  const sightings = await db.many(ADMINISTRATION, connectionStatusOf, { codes });
  const accountsOf = await accountsByCode(db, ADMINISTRATION, codes);
  return rows.map((row) => ({
    ...withMissingData(remotes, row),
    accounts: accountsOf(row.code),
    sightings: sightings.filter(({ code }) => code === row.code),
  }));
}

export function withMissingData({ kinds }: Remotes, row: LoanSystemRow): LoanSystemRow & WithMissingData {
  return { ...row, notTold: missingDataOf(kinds, row) };
}

/** Addresses and connection settings are for admins only; for built-in systems, so is the number of accounts. */
export function withoutSetUp(row: LoanSystemRow & WithMissingData, accounts: number | null): ShownLoanSystem {
  return { ...row, baseUrl: null, settings: null, secretEnv: null, sightings: null, lastError: null, accounts };
}

/** Result of a change that was made. */
export async function done(parts: LoanSystemParts, code: string): Promise<LoanSystemChange> {
  const loanSystem = await parts.db.first(ADMINISTRATION, loanSystemByCode, { code });
  if (loanSystem === undefined) throw new Error(`the loan system ${code} is gone`);
  const [seen] = await withReports(parts, [loanSystem]);
  if (seen === undefined) throw new Error(`no caller can see the loan system ${code}`);
  return { outcome: 'done', loanSystem: seen };
}

export function refused(...problems: readonly string[]): LoanSystemChange {
  return { outcome: 'refused', problems };
}
