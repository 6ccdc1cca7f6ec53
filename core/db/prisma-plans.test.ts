import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { systemPrincipal } from '../auth/principal.js';
import { createPrisma, type PrismaDoor, type ScopedModels } from './prisma.js';

const everyone = systemPrincipal('test');

/** What a store asks by an id alone, for a caller who sees all organizations. */
const READINGS: Readonly<Record<string, (models: ScopedModels) => PromiseLike<unknown>>> = {
  'a workspace by its id': ({ workspace }) => workspace.findFirst({ where: { id: 'x' } }),
  'workspaces by their ids': ({ workspace }) => workspace.findMany({ where: { id: { in: ['x', 'y'] } } }),
  'all workspaces': ({ workspace }) => workspace.findMany({ orderBy: { id: 'asc' } }),
  'a template by its id': ({ emailTemplate }) => emailTemplate.findFirst({ where: { id: 'x' } }),
  'a merge field by its id': ({ workspaceMergeField }) => workspaceMergeField.findFirst({ where: { id: 'x' } }),
  'an asset by its id': ({ workspaceAsset }) => workspaceAsset.findFirst({ where: { id: 'x' } }),
  'a campaign, with its identifiers': ({ campaign }) =>
    campaign.findMany({ where: { id: { in: ['x'] } }, include: { identifiers: true } }),
  'an exception by its id': ({ operatorException }) => operatorException.findFirst({ where: { id: 'x' } }),
  'the resolution of an exception': ({ operatorException }) =>
    operatorException.updateManyAndReturn({ where: { id: 'x', resolvedAt: null }, data: { resolution: 'x' } }),
  'persons, with their addresses': ({ person }) =>
    person.findMany({ where: { id: { in: ['x'] } }, include: { addresses: true } }),
};

/** As `explain (format json)` tells it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

describe('what Prisma sends for a caller who sees all organizations', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let door: PrismaDoor;
  const sent: pg.QueryConfig[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    door = createPrisma(listeningTo(pool, sent));
    const { organization, person, workspace, campaign } = door.scopedTo(everyone);
    await organization.create({ data: { id: 'A', displayName: 'A', legalName: 'A', dbaName: 'A' } });
    // Prisma asks for relations of rows that there are.
    await person.create({ data: { organizationId: 'A', id: 'x', displayName: 'x' } });
    await workspace.create({ data: { organizationId: 'A', id: 'x', name: 'x' } });
    const row = { organizationId: 'A', workspaceId: 'x', id: 'x', name: 'x', provider: 'generic' } as const;
    await campaign.create({ data: row });
  });
  afterAll(async () => {
    await door.close();
    await pool.end();
    await database.drop();
  });

  it.each(Object.entries(READINGS))('%s goes along an index that begins with the organization', async (_, ask) => {
    sent.length = 0;
    await ask(door.scopedTo(everyone));
    const asked = sent.filter(({ text }) => !text.includes('"public"."organization"'));
    expect(asked.length).toBeGreaterThan(0);
    for (const query of asked) expect(scansOf(await planOf(pool, query))).toEqual([]);
  });
});

/** The pool, with what is sent over it noted. */
function listeningTo(pool: pg.Pool, sent: pg.QueryConfig[]): pg.Pool {
  return new Proxy(pool, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name);
      return (query: pg.QueryConfig) => {
        sent.push(query);
        return target.query(query);
      };
    },
  });
}

/** What can go along an index does, however small the table is. */
async function planOf(pool: pg.Pool, { text, values }: pg.QueryConfig): Promise<PlanNode> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const explain = { text: `explain (format json) ${text}`, values: values ?? [] };
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explain);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('Postgres explained nothing');
    return plan;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Scans that no organization narrows. */
function scansOf(node: PlanNode): readonly string[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const type = node['Node Type'];
  if (!type.endsWith('Scan') || type === 'Bitmap Heap Scan') return below;
  const narrowed = type !== 'Seq Scan' && (node['Index Cond']?.includes('organization_id') ?? false);
  return narrowed ? below : [`${type} ${node['Relation Name'] ?? ''}`, ...below];
}
