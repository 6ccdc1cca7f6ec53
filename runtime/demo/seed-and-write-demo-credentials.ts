import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { mintOperatorToken } from '../../core/auth/mint-operator-token.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { READ_SCOPES, SCOPES, type Scope } from '../../core/principal/scopes.js';
import { seedDemo } from '../../prisma/seed/demo/seed.js';
import type { Resources } from '../assembly/resources.js';
import { type DemoCredentials, type DemoKey, readDemoCredentials, writeDemoCredentials } from './credentials-file.js';
import { type FoundDemo, findDemo } from './find-demo.js';

/** Addresses of this start's hosts. */
export interface HostAddresses {
  readonly base_url: string;
  readonly graphql_url: string;
  readonly secure_url: string;
}

export interface EnsuredDemo {
  readonly credentials: DemoCredentials;
  readonly path: string;
}

/** Seeds an empty database; returns whether it did. */
export async function seedIfEmpty({ db, clock }: Resources, progress: (line: string) => void): Promise<boolean> {
  const { organizations } = await findDemo(db);
  if (organizations.length > 0) return false;
  progress('seeding demo data: two years of loans …');
  let reported = 0;
  await seedDemo({
    db,
    clock,
    progress: (done, total) => {
      const tenth = Math.floor((done / total) * 10);
      if (tenth > reported) progress(`seeding demo data: ${tenth * 10} %`);
      reported = tenth;
    },
  });
  return true;
}

/**
 * Writes the credentials file of a demo database: keys are created once, addresses and the operator's token at every
 * start.
 */
export async function ensureCredentials(resources: Resources, addresses: HostAddresses): Promise<EnsuredDemo> {
  const { config, db } = resources;
  const demo = await findDemo(db);
  const known = await readDemoCredentials(config.dataDir);
  const credentials: DemoCredentials = {
    ...addresses,
    organizations: demo.organizations,
    keys: known?.keys ?? (await createKeys(resources, demo)),
    operator_token: await operatorToken(resources),
    workspace_ids: demo.workspaceIds,
    sandbox_accounts: demo.sandboxAccounts,
  };
  return { credentials, path: await writeDemoCredentials(config.dataDir, credentials) };
}

/** With the usual lifetime of 12 hours: while the product runs, `credentials-renewal.ts` writes a new one in time. */
async function operatorToken({ db, clock, tokenKeys: keys }: Resources): Promise<string> {
  const request = { subject: 'demo-operator', role: 'admin' } as const;
  const minted = await mintOperatorToken({ db, clock, keys }, systemPrincipal('demo'), request);
  if (minted.outcome === 'refused') throw new Error(`demo operator: ${minted.problems.join('; ')}`);
  return minted.token;
}

async function createKeys({ db, clock }: Resources, { organizations }: FoundDemo): Promise<readonly DemoKey[]> {
  const [a, b, c] = organizations.map(({ id }) => id);
  if (a === undefined || b === undefined || c === undefined) throw new Error('the demo data has three organizations');
  const wanted: readonly { name: string; organizationIds: readonly string[]; scopes: readonly Scope[] }[] = [
    { name: 'full', organizationIds: [a, b], scopes: SCOPES },
    { name: 'other', organizationIds: [c], scopes: SCOPES },
    { name: 'reader', organizationIds: [a], scopes: READ_SCOPES },
    { name: 'legacy', organizationIds: [a], scopes: [] },
  ];
  const keys: DemoKey[] = [];
  for (const request of wanted) {
    const made = await createApiKey({ db, clock }, { ...request, by: systemPrincipal('demo') });
    if (made.outcome === 'refused') throw new Error(`demo key ${request.name}: ${made.problems.join('; ')}`);
    const { prefix, organizationIds, scopes } = made.key;
    keys.push({ name: request.name, prefix, key: made.plaintext, organization_ids: organizationIds, scopes });
  }
  return keys;
}
