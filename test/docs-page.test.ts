import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBaseHost } from '../rest-facade/host/base-host.js';
import { createSecureHost } from '../rest-facade/host/secure-host.js';
import { fakeServices, listen } from '../rest-facade/testing/fake-services.js';
import { send } from './support/api.js';
import { BROWSER, NO_BROWSER, openBrowser } from './support/browser.js';

const base = createBaseHost(fakeServices(), 'false');
const secure = createSecureHost(fakeServices(), 'false');
let hosts: readonly string[];
beforeAll(async () => {
  hosts = await Promise.all([listen(base), listen(secure)]);
});
afterAll(() => Promise.all([base.stop(1_000), secure.stop(1_000)]));

describe('GET /openapi.json on both hosts', () => {
  it('is the contract, with the addresses of this deployment', async () => {
    for (const host of hosts) {
      const answer = await send(`${host}/openapi.json`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(answer.json).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
      expect(answer.json.servers.map(({ url }: { url: string }) => url)).toEqual([
        'http://issuer.test',
        'http://secure.test',
      ]);
      expect(answer.text).not.toContain('127.0.0.1');
    }
  });

  it('is not sent again to who has it', async () => {
    const [host = ''] = hosts;
    const etag = (await send(`${host}/openapi.json`)).headers.get('etag') ?? '';
    const again = (copy: string) => send(`${host}/openapi.json`, { headers: { 'if-none-match': copy } });
    for (const copy of [etag, `"other", W/${etag}`, '*'])
      expect([(await again(copy)).status, copy]).toEqual([304, copy]);
    expect((await again('"other"')).status).toBe(200);
  });
});

describe('GET /docs on both hosts', () => {
  it('and a file that the page does not have is nowhere', async () => {
    for (const host of hosts) {
      expect((await send(`${host}/docs`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await send(`${host}/docs/..%2fpackage.json`)).status).toBe(404);
      expect((await send(`${host}/docs/index.html`)).json).toEqual({ detail: { error_code: 'route_not_found' } });
    }
  });

  describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    it('shows every operation, loads nothing from elsewhere, and breaks no rule of its own policy', async () => {
      const page = await browser.newPage();
      const asked: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).origin));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(error.message));
      const [host = ''] = hosts;
      await page.goto(`${host}/docs`);
      await page.waitForSelector('#operations-Payments-recordPayment');
      const shown = await page.locator('.opblock').count();
      const { json } = await send(`${host}/openapi.json`);
      expect(shown).toBe(Object.values<object>(json.paths).flatMap((item) => Object.keys(item)).length);

      await page.click('#operations-Payments-recordPayment .opblock-summary-control');
      await page.waitForSelector('#operations-Payments-recordPayment .responses-table');
      expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([host]));
      expect(complaints).toEqual([]);
    });
  });
});
