import { expect, it } from 'vitest';
import { ScriptedApi } from './testing/scripted-fetch.js';

const page = (ids: readonly string[], next_cursor: string | null) => ({
  status: 200,
  body: { items: ids.map((id) => ({ id })), page: { next_cursor, has_more: next_cursor !== null, limit: 2 } },
});

it('for await reads every page, with the query in each request', async () => {
  const api = new ScriptedApi([page(['a', 'b'], 'two'), page([], 'three'), page(['c'], null)]);
  const seen: string[] = [];
  for await (const { id } of api.client().accounts.list({ limit: 2, organization_id: 'O' })) seen.push(id);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(api.sent.map(({ path }) => path)).toEqual([
    '/v1/accounts?limit=2&organization_id=O',
    '/v1/accounts?limit=2&organization_id=O&cursor=two',
    '/v1/accounts?limit=2&organization_id=O&cursor=three',
  ]);
});

it('reads a page only when its rows are needed', async () => {
  const api = new ScriptedApi([page(['a', 'b'], 'two')]);
  for await (const { id } of api.client().accounts.list()) {
    expect(id).toBe('a');
    break;
  }
  expect(api.sent).toHaveLength(1);
});

it('reads by page, from a stored cursor', async () => {
  const api = new ScriptedApi([page(['b'], null)]);
  const cursors: (string | null)[] = [];
  for await (const { page: at } of api.client().accounts.list({ cursor: 'kept' }).pages()) cursors.push(at.next_cursor);
  expect([cursors, api.sent.map(({ path }) => path)]).toEqual([[null], ['/v1/accounts?cursor=kept']]);
});
