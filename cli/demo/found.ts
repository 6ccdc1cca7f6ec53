import { SANDBOX_CODE } from '../../connectors/loan-systems/sandbox/sandbox.js';
import { systemPrincipal } from '../../core/auth/principal.js';
import { columns, columnsAs } from '../../core/db/columns.js';
import type { Database } from '../../core/db/database.js';
import { statement } from '../../core/db/statement.js';

/** The demo data of a database, as its credentials file names it. */
export interface FoundDemo {
  /** A, B and C, in this order. */
  readonly organizations: readonly { readonly id: string; readonly display_name: string }[];
  readonly workspaceIds: readonly string[];
  readonly sandboxAccounts: Readonly<Record<string, string>>;
}

const ORGANIZATION = columnsAs('Organization', 'organization', { id: 'id', display_name: 'displayName' });
const WORKSPACE = columns('Workspace', 'workspace', ['id']);
const SANDBOX_ACCOUNT = columnsAs('Account', 'account', { id: 'id', code: 'externalContractNumber' });

const organizations = statement({
  name: 'demo.organizations',
  gives: ORGANIZATION,
  text: ({ scope }) => `select ${ORGANIZATION} from organization where ${scope('id')} order by id`,
});
const workspaces = statement({
  name: 'demo.workspaces',
  gives: WORKSPACE,
  text: ({ scope }) => `select ${WORKSPACE} from workspace where ${scope('organization_id')} order by id`,
});
const sandboxAccounts = statement({
  name: 'demo.sandbox_accounts',
  takes: { code: 'Account.loanSystemCode' },
  gives: SANDBOX_ACCOUNT,
  text: ({ p, scope }) => `
    select ${SANDBOX_ACCOUNT} from account
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
