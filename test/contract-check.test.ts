import { describe, expect, it } from 'vitest';
import { createBaseHost } from '../rest-facade/host/base-host.js';
import { fakeServices, listen } from '../rest-facade/testing/fake-services.js';
import { send } from './support/api.js';
import { holdToContract } from './support/contract/hold.js';
import { type LiveAnswer, violations } from './support/contract/violations.js';

const LIMITS = ['limit', 'remaining', 'reset'].map((name) => [`ratelimit-${name}`, '1'] as const);
const HEADERS = new Map([['x-request-id', 'r'], ['content-type', 'application/json; charset=utf-8'], ...LIMITS]);
const organization = {
  id: '01J00000000000000000000RGA',
  display_name: 'A',
  is_active: true,
  legal_name: 'A',
  dba_name: 'A',
};
const page = { next_cursor: null, has_more: false, limit: 100 };

const found = (answer: Partial<LiveAnswer>) =>
  violations({ method: 'GET', url: '/v1/organizations?limit=1', status: 200, headers: HEADERS, text: '{}', ...answer });

/** Every house that tests open is held to the contract; this shows that the hold would be felt. */
describe('an answer is held to docs/openapi.json', () => {
  it('by its body: a member too many, one too few, one of another type', () => {
    const items = (item: object) => found({ text: JSON.stringify({ items: [item], page }) });
    expect(items(organization)).toEqual([]);
    expect(items({ ...organization, tax_id: 'x' }).join()).toContain('tax_id');
    expect(items({ ...organization, dba_name: undefined }).join()).toContain('dba_name');
    expect(items({ ...organization, is_active: 'yes' }).join()).toContain('/items/0/is_active');
  });

  it('by its status and its error code', () => {
    const refused = (status: number, error_code: string) =>
      found({ status, text: JSON.stringify({ detail: { error_code } }) });
    expect(refused(403, 'insufficient_scope')).toEqual([]);
    expect(refused(403, 'account_not_found')).not.toEqual([]);
    expect(refused(418, 'teapot').join()).toContain('does not know this status');
  });

  it('by its headers', () => {
    const text = JSON.stringify({ items: [], page });
    expect(found({ text, headers: new Map([...HEADERS].slice(1)) }).join()).toContain('X-Request-Id is missing');
    expect(found({ text, headers: new Map([...HEADERS, ['ratelimit-reset', 'soon']]) }).join()).toContain(
      'RateLimit-Reset',
    );
    expect(found({ text, headers: new Map([...HEADERS, ['content-type', 'text/html']]) }).join()).toContain(
      'text/html',
    );
  });

  it('by its path and method', () => {
    expect(found({ url: '/v1/nowhere' })).not.toEqual([]);
    expect(
      found({ method: 'DELETE', status: 405, text: '{"detail":{"error_code":"method_not_allowed"}}' }),
    ).not.toEqual([]);
  });

  it('whoever asks, through whatever client', async () => {
    const host = createBaseHost(fakeServices({ graph: () => ({ data: { organizations: { items: [] } } }) }), 'false');
    const held = holdToContract(host.server);
    const base = await listen(host);
    await send(`${base}/v1/organizations`);
    held.assertHeld();
    await send(`${base}/v1/organizations`, { headers: { authorization: 'Bearer clerk' } });
    await host.stop(1_000);
    expect(() => held.assertHeld()).toThrow("must have required property 'page'");
  });
});
