import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { derived } from '../db/columns.js';
import { Database } from '../db/database.js';
import { createPool } from '../db/pool.js';
import { statement } from '../db/statement.js';
import { newId } from '../ids/ids.js';
import { systemPrincipal } from '../principal/principal.js';
import { eachOrganization } from './each-organization.js';

const named = statement({
  name: 'test.each_organization.named',
  unscoped: 'reads_no_rows',
  takes: { ids: 'text[]' },
  gives: derived({ organizationId: 'text' }),
  text: ({ p }) =>
    `select id as "organizationId" from unnest(${p.ids}::text[]) with ordinality named(id, place) order by place`,
});

const [busy, idle, broken] = [newId(), newId(), newId()];
let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, 2, silent);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const parameters = { ids: [busy, broken, idle] };
const sweep = { principal: systemPrincipal('test'), due: named, parameters };

describe('a sweep', () => {
  it('takes turns: an organization with little work does not wait for one with much', async () => {
    const turns: string[] = [];
    await eachOrganization(
      { db: new Database(pool), logger: silent },
      {
        ...sweep,
        work: async function* (_, organizationId) {
          for (let left = organizationId === busy ? 3 : 1; left > 0; left -= 1) {
            turns.push(organizationId);
            yield;
          }
        },
      },
    );
    expect(turns).toEqual([busy, broken, idle, busy, busy]);
  });

  it('continues with the others when the work for one fails, and logs its id', async () => {
    const done: string[] = [];
    const failed: object[] = [];
    const logger = Object.assign(Object.create(silent), { error: (fields: object) => failed.push(fields) });
    await eachOrganization(
      { db: new Database(pool), logger },
      {
        ...sweep,
        work: async function* (_, organizationId) {
          yield;
          if (organizationId === broken) throw new Error('out of order');
          done.push(organizationId);
        },
      },
    );
    expect(done).toEqual([busy, idle]);
    expect(failed).toMatchObject([{ job: 'test', organization_id: broken, err: { message: 'out of order' } }]);
  });

  it('limits the work for an organization to its own rows', async () => {
    const seen: unknown[] = [];
    await eachOrganization(
      { db: new Database(pool), logger: silent },
      {
        ...sweep,
        work: async function* ({ organizationIds }) {
          seen.push(organizationIds);
          yield;
        },
      },
    );
    expect(seen).toEqual([[busy], [broken], [idle]]);
  });
});
