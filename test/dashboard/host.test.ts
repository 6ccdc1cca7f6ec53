import { afterAll, beforeAll, expect, it } from 'vitest';
import { DASHBOARD_PAGES } from '../../gateway/dashboard/generated/page-addresses.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The dashboard's page and files, as the gateway's host serves them. */

let instance: TestInstance;
let origin: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  origin = new URL(instance.graphqlUrl).origin;
});
afterAll(() => instance.close());

it('every address of the dashboard serves one page, under a policy that forbids inline and third-party content', async () => {
  for (const path of DASHBOARD_PAGES) {
    const page = await fetch(`${origin}${path.replace(/\{\w+\}/g, 'x')}`);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|http|\*/);
  }
  expect((await fetch(`${origin}/nowhere`)).status).toBe(404);
});

it('the page is revalidated by ETag, and its files are cached forever', async () => {
  const page = await fetch(origin);
  const tag = page.headers.get('etag') ?? '';
  expect((await fetch(origin, { headers: { 'if-none-match': tag } })).status).toBe(304);
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const file = await fetch(`${origin}${script}`, { headers: { 'accept-encoding': accepted } });
    expect([file.status, file.headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('ratelimit-remaining')).toBeNull();
  }
  for (const file of ['nothing.js', '..%2findex.html', 'constructor']) {
    expect((await fetch(`${origin}/assets/${file}`)).status, file).toBe(404);
  }
});
