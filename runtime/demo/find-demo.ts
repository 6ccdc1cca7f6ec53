import { SANDBOX_CODE } from '../../connectors/loan-systems/sandbox/sandbox.js';
import type { Database } from '../../core/db/database.js';
import { systemPrincipal } from '../../core/principal/principal.js';

/** The demo data of a database, with the names of its credentials file. */
export interface FoundDemo {
  /** A, B and C, in this order. */
  readonly organizations: readonly { readonly id: string; readonly display_name: string }[];
  readonly workspaceIds: readonly string[];
  readonly sandboxAccounts: Readonly<Record<string, string>>;
}

const DEMO = systemPrincipal('demo');

/** Reads it from the database, so that a start that was killed after seeding is completed by the next. */
export async function findDemo(db: Database): Promise<FoundDemo> {
  const { organization, workspace, account } = db.models(DEMO);
  const orderBy = { id: 'asc' } as const;
  const [organizations, workspaces] = await Promise.all([
    organization.findMany({ select: { id: true, displayName: true }, orderBy }),
    workspace.findMany({ select: { id: true }, orderBy }),
  ]);
  // Sandbox organizations have accounts with the same names.
  const ofA = { organizationId: organizations[0]?.id ?? '' };
  const where = { ...ofA, loanSystemCode: SANDBOX_CODE, externalContractNumber: { startsWith: 'SBX-' } };
  const accounts = await account.findMany({ select: { id: true, externalContractNumber: true }, where, orderBy });
  return {
    organizations: organizations.map(({ id, displayName }) => ({ id, display_name: displayName })),
    workspaceIds: workspaces.map(({ id }) => id),
    sandboxAccounts: Object.fromEntries(accounts.map(({ id, externalContractNumber }) => [externalContractNumber, id])),
  };
}
