import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLES } from '../../prisma/client/rows.js';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { ownText } from '../contract/stored-text.js';
import { systemPrincipal } from '../principal/principal.js';
import { scopeRuleOf } from './organization-scope.js';
import { createPool } from './pool.js';
import { createPrisma, type PrismaAccess, type ScopedModels } from './prisma.js';

const everyone = systemPrincipal('test');

/** The methods that every model has. */
interface Readable {
  findFirst(query: object): PromiseLike<unknown>;
  findMany(query: object): PromiseLike<unknown>;
  deleteMany(query: object): PromiseLike<unknown>;
}

/** Queries of a model by ids alone, or without ids. */
const QUESTIONS: Readonly<Record<string, (model: Readable) => PromiseLike<unknown>>> = {
  'one by its id': (model) => model.findFirst({ where: { id: 'y' } }),
  'several by their ids': (model) => model.findMany({ where: { id: { in: ['y', 'z'] } } }),
  'all of them': (model) => model.findMany({ orderBy: { id: 'asc' } }),
  'one for good': (model) => model.deleteMany({ where: { id: 'y' } }),
};

const KEYED = Object.entries(TABLES).flatMap(([model, { columns }]) => {
  const rule = scopeRuleOf(model);
  return 'column' in rule && rule.column === 'organizationId' && 'id' in columns ? [model] : [];
});

type Reading = readonly [title: string, ask: (models: ScopedModels) => PromiseLike<unknown>];

/** For every model with an id, for a caller who sees all organizations; and the relations between models. */
const READINGS: readonly Reading[] = [
  ...KEYED.flatMap((model) =>
    Object.entries(QUESTIONS).map(([question, ask]): Reading => {
      const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
      return [`${model}, ${question},`, (models) => ask(Reflect.get(models, name))];
    }),
  ),
  [
    'campaigns, with their identifiers',
    ({ campaign }) => campaign.findMany({ where: { id: { in: ['x'] } }, include: { identifiers: true } }),
  ],
  [
    'persons, with their addresses',
    ({ person }) => person.findMany({ where: { id: { in: ['x'] } }, include: { addresses: true } }),
  ],
];

/** A node in the output of `explain (format json)`. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

describe('the SQL that Prisma sends for a caller who sees all organizations', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let door: PrismaAccess;
  const sent: pg.QueryConfig[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    pool = createPool(database.url, 4, silent);
    door = createPrisma(listeningTo(pool, sent));
    const { organization, person, workspace, campaign } = door.scopedTo(everyone);
    await organization.create({
      data: { id: 'A', displayName: ownText('A'), legalName: ownText('A'), dbaName: ownText('A') },
    });
    // Prisma queries relations only of rows that exist.
    await person.create({ data: { organizationId: 'A', id: 'x', displayName: ownText('x') } });
    await workspace.create({ data: { organizationId: 'A', id: 'x', name: ownText('x') } });
    const row = { organizationId: 'A', workspaceId: 'x', id: 'x', name: ownText('x'), provider: 'generic' } as const;
    await campaign.create({ data: row });
  });
  afterAll(async () => {
    await door.close();
    await pool.end();
    await database.drop();
  });

  it.each(READINGS)('%s uses an index that begins with the organization', async (_, ask) => {
    sent.length = 0;
    await ask(door.scopedTo(everyone));
    const asked = sent.filter(({ text }) => !text.includes('"public"."organization"'));
    expect(asked.length).toBeGreaterThan(0);
    for (const query of asked) expect(scansOf(await planOf(pool, query))).toEqual([]);
  });
});

/** The pool, with its queries recorded. */
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

/** The plan with sequential scans disabled, so that an index is used however small the table is. */
async function planOf(pool: pg.Pool, { text, values }: pg.QueryConfig): Promise<PlanNode> {
  const client = await pool.connect();
  try {
    await client.query('begin; set local enable_seqscan = off');
    const explain = { text: `explain (format json) ${text}`, values: values ?? [] };
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explain);
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (plan === undefined) throw new Error('Postgres returned no plan');
    return plan;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Scans that are not restricted by organization. */
function scansOf(node: PlanNode): readonly string[] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const type = node['Node Type'];
  if (!type.endsWith('Scan') || type === 'Bitmap Heap Scan') return below;
  const narrowed = type !== 'Seq Scan' && (node['Index Cond']?.includes('organization_id') ?? false);
  return narrowed ? below : [`${type} ${node['Relation Name'] ?? ''}`, ...below];
}
