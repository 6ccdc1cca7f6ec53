import { SANDBOX_CODE } from '../../connectors/loan-systems/sandbox/sandbox.js';
import { systemPrincipal } from '../../core/auth/principal.js';
import type { Database } from '../../core/db/database.js';
import { statement } from '../../core/db/statement.js';

/** The demo data of a database, as its credentials file names it. */
export interface FoundDemo {
  /** A, B and C, in this order. */
  readonly organizations: readonly { readonly id: string; readonly display_name: string }[];
  readonly workspaceIds: readonly string[];
  readonly sandboxAccounts: Readonly<Record<string, string>>;
}

type Nothing = Record<string, never>;

const organizations = statement<Nothing, { id: string; display_name: string }>({
  name: 'demo.organizations',
  text: ({ scope }) => `select id, display_name from organization where ${scope('id')} order by id`,
});
const workspaces = statement<Nothing, { id: string }>({
  name: 'demo.workspaces',
  text: ({ scope }) => `select id from workspace where ${scope('organization_id')} order by id`,
});
const sandboxAccounts = statement<{ code: string }, { id: string; code: string }>({
  name: 'demo.sandbox_accounts',
  text: ({ p, scope }) => `
    select id, external_contract_number as code from account
     where loan_system_code = ${p.code} and external_contract_number like 'SBX-%' and ${scope('organization_id')} order by id`,
});

const DEMO = systemPrincipal('demo');

/** Reads it back from the database, so that a start that was killed after seeding is made good by the next. */
export async function findDemo(db: Database): Promise<FoundDemo> {
  const [found, spaces, accounts] = await Promise.all([
    db.many(DEMO, organizations, {}),
    db.many(DEMO, workspaces, {}),
    db.many(DEMO, sandboxAccounts, { code: SANDBOX_CODE }),
  ]);
  return {
    organizations: found,
    workspaceIds: spaces.map(({ id }) => id),
    sandboxAccounts: Object.fromEntries(accounts.map(({ id, code }) => [code, id])),
  };
}
