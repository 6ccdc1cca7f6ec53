import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/time/clock.js';
import { deleteOldEvents } from '../../subgraphs/messaging/outgoing-webhooks/event/delete-old-events.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/** Responses to clients that continue from an event that is no longer kept. */
let instance: TestInstance;
let lender: Lender;
let api: Api;
/** How far the installation's clock is ahead of the machine's. */
let aheadHours = 0;

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    clock: { now: () => systemClock.now().add({ hours: aheadHours }) },
  });
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(() => instance.close());

const HOUR_MS = 3_600_000;
const DAYS = 24;

/** Inserts an event as if written some hours ago: its id begins with that time. Returns the id. */
async function happened(object: string, hoursAgo: number, of: Lender = lender): Promise<string> {
  const at = new Date(Date.now() - hoursAgo * HOUR_MS);
  const id = `${at.getTime().toString(16).padStart(12, '0')}${Math.random().toString(16).slice(2, 12).padEnd(14, '0')}`;
  await instance.resources.pool.query(
    `insert into event (id, organization_id, type, object_type, object_id, sequence, actor, created_at)
     values ($1, $2, 'payment.posted', 'payment', $3, 1, 'test', $4)`,
    [id.toUpperCase(), of.organizationId, object, at],
  );
  return id.toUpperCase();
}

const objects = async (query: string, by: Api = api): Promise<readonly string[]> =>
  (await by.get(`/v1/events?${query}`)).json.items.map(({ object_id }: { object_id: string }) => object_id);
/** Waits until no event can appear before them: other tests' transactions run in the same cluster. */
const served = (expected: readonly string[], by: Api = api) => expect.poll(() => objects('', by)).toEqual(expected);
const gone = (name: string) => [
  { loc: ['query', name], msg: expect.stringMatching(/more than 30 days old.*start without it/), type: 'value_error' },
];

describe('events more than 30 days old', () => {
  it('are deleted with their deliveries; continuing from one is rejected, deleted or not', async () => {
    const [old, kept] = [await happened('old', 32 * DAYS), await happened('kept', 29 * DAYS)];
    await happened('new', 1);
    await served(['kept', 'new']);
    const before = await api.get(`/v1/events?after=${old}`);
    expect([before.status, before.json.detail]).toMatchObject([422, gone('after')]);
    await deleteOldEvents(instance.resources);
    const { rows } = await instance.resources.pool.query('select object_id from event where organization_id = $1', [
      lender.organizationId,
    ]);
    expect(rows.map(({ object_id }) => object_id).sort()).toEqual(['kept', 'new']);
    // The same bytes for every organization's event, so that no caller learns what existed.
    const stranger = await (await instance.lender('Stranger')).api();
    for (const by of [api, stranger]) expect((await by.get(`/v1/events?after=${old}`)).text).toBe(before.text);
    expect(await objects(`after=${kept}`)).toEqual(['new']);
    expect(await objects('')).toEqual(['kept', 'new']);
  });

  it('a cursor at one is rejected, and never skips deleted events', async () => {
    const own = await instance.lender('Walks slowly');
    const walker = await own.api();
    await happened('first', 29 * DAYS, own);
    await happened('second', 28 * DAYS, own);
    await happened('third', 1, own);
    await served(['first', 'second', 'third'], walker);
    const cursor = (await walker.get('/v1/events?limit=1')).json.page.next_cursor;
    expect(await objects(`limit=1&cursor=${cursor}`, walker)).toEqual(['second']);
    aheadHours = 2 * DAYS;
    const later = await own.api();
    const refused = await later.get(`/v1/events?limit=1&cursor=${cursor}`);
    expect([refused.status, refused.json.detail]).toMatchObject([422, gone('cursor')]);
    aheadHours = 0;
  });
});

describe('GET /v1/events?since=', () => {
  it('begins at an instant, page by page and with other filters; a period without events is empty', async () => {
    const own = await instance.lender('Begins late');
    const reader = await own.api();
    for (const [object, hoursAgo] of [
      ['a', 72],
      ['b', 48],
      ['c', 24],
      ['d', 1],
    ] as const)
      await happened(object, hoursAgo, own);
    await served(['a', 'b', 'c', 'd'], reader);
    const since = new Date(Date.now() - 60 * HOUR_MS).toISOString();
    expect(await objects(`since=${since}`, reader)).toEqual(['b', 'c', 'd']);
    expect(await objects(`since=${since}&object_id=c&type=payment.*`, reader)).toEqual(['c']);
    const first = (await reader.get(`/v1/events?since=${since}&limit=2`)).json;
    const rest = `since=${since}&limit=2&cursor=${first.page.next_cursor}`;
    expect(await objects(rest, reader)).toEqual(['d']);
    expect(await objects(`since=${new Date().toISOString()}`, reader)).toEqual([]);
    for (const early of ['0001-01-01T00:00:00Z', '1969-01-01', '2000-01-01T00:00:00%2B02:00'])
      expect(await objects(`since=${early}`, reader)).toEqual(['a', 'b', 'c', 'd']);
    expect(await objects('since=9999-12-31T23:59:59Z', reader)).toEqual([]);
  });

  it.each(['yesterday', '2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', ''])('%j is rejected', async (since) => {
    const refused = await api.get(`/v1/events?since=${since}`);
    expect([refused.status, refused.json.detail[0].loc]).toEqual([422, ['query', 'since']]);
  });
});
