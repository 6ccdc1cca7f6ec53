import { encodeTime } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A search of the audit log goes back by a number of entries at a time, and says how far it has come. */

/** As many as two and a half requests search. */
const ENTRIES = 50_000;
const SEARCHED = 20_000;
const FIRST_MS = Date.parse('2021-03-01T00:00:00Z');
const MINUTE_MS = 60_000;

let instance: TestInstance;
let lender: Lender;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  const ids = Array.from({ length: ENTRIES }, (_, n) => encodeTime(FIRST_MS + n * MINUTE_MS) + '0'.repeat(16));
  await instance.resources.pool.query(
    `insert into audit_log (id, actor, actor_kind, action, subject, organization_id, occurred_at)
     select id, 'ann', 'operator', 'note.add', case when at in (1, 40000) then 'needle' else 'hay' end, $2,
       to_timestamp($3::float8) + at * interval '1 minute' - interval '1 minute'
       from unnest($1::text[]) with ordinality as entry (id, at)`,
    [ids, lender.organizationId, FIRST_MS / 1000],
  );
}, 120_000);
afterAll(() => instance.close());

interface Found {
  readonly items: readonly { readonly occurredAt: string }[];
  readonly page: { readonly nextCursor: string | null; readonly hasMore: boolean };
  readonly searchedBackTo: string | null;
}

const admin = async (organizationIds: readonly string[]) =>
  graphClient(
    instance.graphqlUrl,
    await operatorToken(instance.resources, { subject: 'root', role: 'admin', organizationIds }),
  );

async function search(ask: Ask, filters: string, cursor: string | null): Promise<Found> {
  const { json } = await ask(
    `query ($cursor: String) { auditLog(${filters}, cursor: $cursor, limit: 10) {
       items { occurredAt } page { nextCursor hasMore } searchedBackTo } }`,
    { cursor },
  );
  expect(json.errors).toBeUndefined();
  return json.data.auditLog;
}

async function whole(ask: Ask, filters: string): Promise<readonly Found[]> {
  const pages: Found[] = [];
  let cursor: string | null = null;
  do {
    const page: Found = await search(ask, filters, cursor);
    pages.push(page);
    cursor = page.page.nextCursor;
  } while (cursor !== null);
  return pages;
}

/** When an entry was written. */
const at = (entry: number) => new Date(FIRST_MS + (entry - 1) * MINUTE_MS).toISOString();

it('by a word: each request reads a number of entries, and the next one continues there', async () => {
  const pages = await whole(await admin([lender.organizationId]), 'text: "needle"');
  expect(pages.map(({ items }) => items.map(({ occurredAt }) => Date.parse(occurredAt)))).toEqual([
    [Date.parse(at(40_000))],
    [],
    [Date.parse(at(1))],
  ]);
  const { rows } = await instance.resources.pool.query<{ at: string }>(
    `select occurred_at as at from (
       select occurred_at, row_number() over (order by id desc) from audit_log where organization_id = $1) entry
      where row_number in ($2::int, 2 * $2::int) order by row_number`,
    [lender.organizationId, SEARCHED],
  );
  expect(pages.map(({ searchedBackTo }) => searchedBackTo && Date.parse(searchedBackTo))).toEqual([
    ...rows.map(({ at: oldest }) => Date.parse(oldest)),
    null,
  ]);
  expect(pages.map(({ page: { hasMore } }) => hasMore)).toEqual([true, true, false]);
});

it('by an admin of all lenders finds the same entries', async () => {
  const pages = await whole(await admin([]), 'text: "needle"');
  expect(pages.flatMap(({ items }) => items.map(({ occurredAt }) => Date.parse(occurredAt)))).toEqual([
    Date.parse(at(40_000)),
    Date.parse(at(1)),
  ]);
  expect(pages.map(({ searchedBackTo }) => searchedBackTo === null)).toEqual([false, false, true]);
});

it('of some days begins with them', async () => {
  const pages = await whole(await admin([]), 'text: "needle", from: "2021-03-01", to: "2021-03-02"');
  expect(pages.map(({ items }) => items.length)).toEqual([1]);
  expect(pages[0]?.searchedBackTo).toBeNull();
});

it('a full page continues after its last row, and says nothing of how far it searched', async () => {
  const page = await search(await admin([]), 'text: "hay"', null);
  expect(page).toMatchObject({ searchedBackTo: null, page: { hasMore: true } });
  expect(page.items).toHaveLength(10);
});

it('without words every entry matches: its pages say nothing of a search', async () => {
  const [page, ...others] = await whole(await admin([]), 'from: "2021-03-01", to: "2021-03-01", subject: "needle"');
  expect(others).toEqual([]);
  expect(page).toMatchObject({ searchedBackTo: null, page: { hasMore: false } });
  expect(page?.items.map(({ occurredAt }) => Date.parse(occurredAt))).toEqual([Date.parse(at(1))]);
});
