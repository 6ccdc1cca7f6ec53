import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { Api } from '../support/api.js';
import { answersToIds, type PrefixedSurface, readAllPages } from '../support/foreign-id-answers.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
/** Organizations of one key, in order of id, and one that the key does not reach. */
let lenders: readonly [Lender, Lender, Lender];
let foreign: Lender;
let doors: readonly PrefixedSurface[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lenders = [await instance.lender('Alder'), await instance.lender('Birch'), await instance.lender('Cedar')];
  foreign = await instance.lender('Dogwood');
  const organizationIds = lenders.map(({ organizationId }) => organizationId);
  const request = { name: 'three', organizationIds, scopes: ['organizations:read'], by: systemPrincipal('test') };
  const made = await createApiKey(instance.resources, request);
  if (made.outcome === 'refused') throw new Error(made.problems.join());
  doors = [
    { prefix: '', api: new Api(instance.baseUrl, made.plaintext) },
    {
      prefix: '/v1',
      api: await Api.exchange(instance.baseUrl, { prefix: made.key.prefix, plaintext: made.plaintext }),
    },
  ];
});
afterAll(() => instance.close());

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe('GET /organizations', () => {
  it('lists the organizations of the allowlist by id, in the envelope of lists', async () => {
    const ids = lenders.map(({ organizationId }) => organizationId);
    for (const door of doors) {
      const { items, page } = (await door.api.get(`${door.prefix}/organizations`)).json;
      expect(items[0]).toEqual({
        id: ids[0],
        display_name: 'Alder',
        is_active: true,
        legal_name: 'Alder LLC',
        dba_name: 'Alder',
      });
      expect(page).toEqual({ next_cursor: null, has_more: false, limit: 100 });
      for (const limit of [1, 2, 3]) expect(idsOf(await readAllPages(door, '/organizations', limit))).toEqual(ids);
    }
  });

  it('organization_id narrows it; from and to are inclusive dates of creation; a cursor belongs to its filters', async () => {
    const [alder, birch, cedar] = lenders.map(({ organizationId }) => organizationId);
    const { pool } = instance.resources;
    await pool.query("update organization set created_at = '2020-02-02T00:00:00Z' where id = $1", [birch]);
    for (const { prefix, api } of doors) {
      const listed = async (query: string) => idsOf((await api.get(`${prefix}/organizations?${query}`)).json.items);
      expect(await listed(`organization_id=${cedar}`)).toEqual([cedar]);
      expect(await listed('from=2020-02-02&to=2020-02-02')).toEqual([birch]);
      expect(await listed('from=2020-02-03')).toEqual([alder, cedar]);
      const cursor = (await api.get(`${prefix}/organizations?limit=1`)).json.page.next_cursor;
      expect((await api.get(`${prefix}/organizations?limit=1&cursor=${cursor}&from=2020-01-01`)).status).toBe(422);
      const outside = await api.get(`${prefix}/organizations?organization_id=${foreign.organizationId}`);
      expect([outside.status, outside.json]).toEqual([403, refusalOf('organization_out_of_scope')]);
    }
  });
});

describe('GET /organizations/{id}', () => {
  it('returns one of the allowlist, the same over both APIs', async () => {
    const [one, again] = await Promise.all(
      doors.map(({ prefix, api }) => api.get(`${prefix}/organizations/${lenders[1].organizationId}`)),
    );
    expect([one?.status, one?.json.display_name]).toEqual([200, 'Birch']);
    expect(again?.text).toBe(one?.text);
  });

  it('404 organization_not_found for a foreign and a missing id; a malformed one is 404 on the unversioned API, and 422 under /v1', async () => {
    const notFound = `404 ${JSON.stringify(refusalOf('organization_not_found'))}`;
    expect(await answersToIds(doors, '/organizations/ID', [foreign.organizationId, newId()])).toEqual([notFound]);
    const [unversioned, v1] = doors;
    if (unversioned === undefined || v1 === undefined) throw new Error('there are two APIs');
    expect(await answersToIds([unversioned], '/organizations/ID', ['x', '\u0000'])).toEqual([notFound]);
    const malformed = await v1.api.get('/v1/organizations/x');
    expect([malformed.status, malformed.json.detail[0].loc]).toEqual([422, ['path', 'party_id']]);
  });
});
