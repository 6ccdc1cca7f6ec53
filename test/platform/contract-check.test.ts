import { describe, expect, it } from 'vitest';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { fakeServices, listen } from '../../rest-facade/testing/fake-services.js';
import { send } from '../support/api.js';
import { checkContract } from '../support/contract/check-contract.js';
import { type LiveAnswer, violations } from '../support/contract/violations.js';
import { refusalOf } from '../support/refusal-of.js';

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

/**
 * Every product instance in the tests is checked against the contract; this shows that the check detects violations.
 */
describe('an answer is checked against docs/openapi.json', () => {
  it('by its body: an extra member, a missing one, one of another type', () => {
    const items = (item: object) => found({ text: JSON.stringify({ items: [item], page }) });
    expect(items(organization)).toEqual([]);
    expect(items({ ...organization, tax_id: 'x' }).join()).toContain('tax_id');
    expect(items({ ...organization, dba_name: undefined }).join()).toContain('dba_name');
    expect(items({ ...organization, is_active: 'yes' }).join()).toContain('/items/0/is_active');
  });

  it('by its status and its error code', () => {
    const refused = (status: number, error_code: string) =>
      found({ status, text: JSON.stringify({ detail: { error_code, message: 'In words.' } }) });
    expect(refused(403, 'insufficient_scope')).toEqual([]);
    expect(refused(403, 'account_not_found')).not.toEqual([]);
    expect(refused(418, 'teapot').join()).toContain('has no such status');
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

  it('by undocumented headers, and by limits that are not whole numbers', () => {
    const text = JSON.stringify({ items: [], page });
    const withHeader = (name: string, value: string) => found({ text, headers: new Map([...HEADERS, [name, value]]) });
    for (const name of ['set-cookie', 'retry-after', 'x-debug-sql', 'access-control-allow-origin'])
      expect([name, withHeader(name, '1').join()]).toEqual([name, expect.stringContaining(name)]);
    expect(withHeader('cache-control', 'no-store')).toEqual([]);
    const refused = { status: 400, text: JSON.stringify(refusalOf('malformed_request')) };
    expect(found({ ...refused, headers: new Map([...HEADERS].slice(0, 2)) })).toEqual([]);
    expect(found({ ...refused, headers: new Map([...HEADERS].slice(0, 3)) }).join()).toContain('ratelimit-limit');
  });

  it('by its path and method', () => {
    const other = (allow: string | undefined, text = JSON.stringify(refusalOf('method_not_allowed'))) => {
      const headers = new Map([...HEADERS, ...(allow === undefined ? [] : [['allow', allow] as const])]);
      return found({ method: 'DELETE', status: 405, text, headers });
    };
    expect(found({ url: '/v1/nowhere' })).not.toEqual([]);
    expect(other('GET, HEAD, OPTIONS')).toEqual([]);
    expect(other(undefined)).not.toEqual([]);
    expect(other('BREW')).not.toEqual([]);
    expect(other('GET, HEAD, OPTIONS', '<h1>405</h1>')).not.toEqual([]);
    const lost = (more: object, type = 'application/json') =>
      found({
        url: '/nowhere',
        status: 404,
        headers: new Map([...HEADERS, ['content-type', type]]),
        text: JSON.stringify(refusalOf('route_not_found', { ...more })),
      });
    expect(lost({})).toEqual([]);
    expect(lost({ stack: 'at …' })).not.toEqual([]);
    expect(lost({}, 'text/html')).not.toEqual([]);
  });

  it('including the HTML page: it may be there or not', () => {
    const page = (status: number) => found({ url: '/docs', status, headers: new Map(), text: '<html>' });
    expect(page(200)).toEqual([]);
    expect(page(500)).not.toEqual([]);
  });

  it('by the declared type of a stream and of a HEAD', () => {
    const report = (more: Readonly<Record<string, string>>) =>
      found({ url: '/reports/crr', text: undefined, headers: new Map([...HEADERS, ...Object.entries(more)]) });
    const name = { 'content-disposition': 'attachment; filename="crr.csv"' };
    expect(report({ 'content-type': 'text/csv; charset=utf-8', ...name })).toEqual([]);
    expect(report({ 'content-type': 'text/csv; charset=utf-8' })).not.toEqual([]);
    expect(report({ 'content-type': 'text/html', ...name })).not.toEqual([]);
    expect(
      found({ method: 'HEAD', text: undefined, headers: new Map([...HEADERS, ['content-type', 'a/b']]) }),
    ).not.toEqual([]);
  });

  it('by its host: only the secure one is ever closed', () => {
    const text = JSON.stringify(refusalOf('secure_capture_disabled'));
    expect(found({ status: 503, text, isSecureHost: true })).toEqual([]);
    expect(found({ status: 503, text, isSecureHost: false })).not.toEqual([]);
  });

  it('and a body that is not JSON is a violation, not a failure of the check', () => {
    expect(found({ text: '' }).join()).toContain('no JSON');
    expect(found({ text: '{' }).join()).toContain('no JSON');
  });

  it('for every caller and HTTP client', async () => {
    const host = createBaseHost(fakeServices({ graph: () => ({ data: { organizations: { items: [] } } }) }), 'false');
    const held = checkContract(host.server);
    const base = await listen(host);
    await send(`${base}/v1/organizations`);
    held.assertMatchesContract();
    await send(`${base}/v1/organizations`, { headers: { authorization: 'Bearer clerk' } });
    await host.stop(1_000);
    expect(() => held.assertMatchesContract()).toThrow("must have required property 'page'");
  });
});
