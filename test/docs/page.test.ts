import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { createSecureHost } from '../../rest-facade/host/secure-host.js';
import type { Addresses } from '../../rest-facade/openapi/addresses.js';
import { servedContract } from '../../rest-facade/openapi/served.js';
import { fakeServices, listen } from '../../rest-facade/testing/fake-services.js';
import { send } from '../support/api.js';
import { BROWSER, NO_BROWSER, openBrowser } from '../support/browser.js';
import { accessibility, overflow } from '../support/dashboard.js';

/** Known once both listen. */
let addresses: Addresses = { baseUrl: 'http://issuer.test', secureUrl: 'http://secure.test' };
const page = { next_cursor: null, has_more: false, limit: 100 };
const services = {
  ...fakeServices({ graph: () => ({ data: { organizations: { items: [], page } } }) }),
  get contract() {
    return servedContract(addresses);
  },
};
const base = createBaseHost(services, 'false');
const secure = createSecureHost(services, 'false');
let hosts: readonly string[];
beforeAll(async () => {
  const [baseUrl, secureUrl] = await Promise.all([listen(base), listen(secure)]);
  addresses = { baseUrl, secureUrl };
  hosts = [baseUrl, secureUrl];
});
afterAll(() => Promise.all([base.stop(1_000), secure.stop(1_000)]));

describe('GET /openapi.json on both hosts', () => {
  it('is the contract, with the addresses of this deployment', async () => {
    for (const host of hosts) {
      const answer = await send(`${host}/openapi.json`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(answer.json).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
      const urls = (servers: readonly { url: string }[]) => servers.map(({ url }) => url);
      expect(urls(answer.json.servers)).toEqual([addresses.baseUrl]);
      expect(urls(answer.json.paths['/v1/payment-methods/cards'].post.servers)).toEqual([addresses.secureUrl]);
      expect(answer.text).not.toMatch(/127\.0\.0\.1:400[02]/);
    }
  });

  it('is not sent again to who has it', async () => {
    const [host = ''] = hosts;
    const etag = (await send(`${host}/openapi.json`)).headers.get('etag') ?? '';
    const again = (copy: string) => send(`${host}/openapi.json`, { headers: { 'if-none-match': copy } });
    for (const copy of [etag, `"other", ${etag}`, `W/${etag.replace('W/', '')}`, '*'])
      expect([(await again(copy)).status, copy]).toEqual([304, copy]);
    expect((await again('"other"')).status).toBe(200);
  });
});

describe('GET /docs/try on both hosts', () => {
  it('is a page, and a file that nobody has is nowhere', async () => {
    for (const host of hosts) {
      for (const path of ['/docs', '/docs/try', '/docs/try/'])
        expect((await send(`${host}${path}`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
      for (const path of ['..%2fpackage.json', 'index.html', 'swagger-ui.js'])
        expect((await send(`${host}/docs/${path}`)).status).toBe(404);
    }
  });

  describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, () => {
    /** Laying out eighty operations takes a while where much else is going on. */
    const PATIENCE_MS = 60_000;
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(() => browser?.close());

    it(
      'shows every operation, loads nothing from elsewhere, and breaks no rule of its own policy',
      async () => {
        const page = await browser.newPage();
        const asked: string[] = [];
        const complaints: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).origin));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        const [host = ''] = hosts;
        await page.goto(`${host}/docs/try`);
        await page.waitForSelector('#operations-Payments-recordPayment');
        const shown = await page.locator('.opblock').count();
        const { json } = await send(`${host}/openapi.json`);
        const described = { ...json.paths, ...json.webhooks };
        expect(shown).toBe(Object.values<object>(described).flatMap((item) => Object.keys(item)).length);

        await page.click('#operations-Payments-recordPayment .opblock-summary-control');
        await page.waitForSelector('#operations-Payments-recordPayment .responses-table');
        expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([host]));
        expect(complaints).toEqual([]);
      },
      PATIENCE_MS,
    );

    it.each([1440, 390])(
      'shuts nobody out at %i pixels: of operations that are shut, of some that are tried, of an answer, of the authorization',
      async (width) => {
        const page = await opened(addresses.baseUrl, width);
        await page.waitForSelector('#operations-Payments-recordPayment');
        expect(await wrongWith(page)).toEqual([]);
        for (const operation of ['recordPayment', 'listAccounts', 'deleteAutopaySchedule', 'updateAutopaySchedule'])
          await tryOut(page, operation);
        expect(await wrongWith(page)).toEqual([]);
        await (await tryOut(page, 'listOrganizations')).click();
        await page.click('.execute');
        await page.waitForSelector('.live-responses-table .response-col_description');
        await page.locator('[id$="-recordPayment"] .try-out__btn').click();
        expect(await wrongWith(page)).toEqual([]);
        await page.click('.auth-wrapper .btn.authorize');
        await page.waitForSelector('.modal-ux');
        expect(await wrongWith(page)).toEqual([]);
      },
      3 * PATIENCE_MS,
    );

    it('opens an operation by keyboard, and has its place in the address', async () => {
      const page = await opened(addresses.baseUrl);
      const control = page.locator('#operations-Payments-recordPayment .opblock-summary-control');
      await control.focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('#operations-Payments-recordPayment .responses-table');
      expect(new URL(page.url()).hash).toBe('#/Payments/recordPayment');
      expect(await control.locator('a').count()).toBe(0);
    }, 60_000);

    /** What axe finds, once the names are given: nothing is excepted. And whether it is wider than the window. */
    const wrongWith = async (page: Page) => {
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      const wider = await overflow(page);
      return [...(await accessibility(page)), ...(wider > 0 ? [`${wider} pixels too wide`] : [])];
    };
    const opened = async (host: string, width = 1440) => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(`${host}/docs/try`);
      return page;
    };
    /** The button of an operation, which is expanded for it. */
    const tryOut = async (page: Page, operationId: string) => {
      const block = `.opblock[id$="-${operationId}"]`;
      await page.click(`${block} .opblock-summary-control`);
      await page.waitForSelector(`${block} .responses-table`);
      return page.locator(`${block} .try-out__btn`);
    };

    it(
      'asks for a key and a token alone, sends a request as it stands, and offers none to the other host',
      async () => {
        const page = await opened(addresses.baseUrl);
        await page.click('.auth-wrapper .btn.authorize');
        const schemes = await page.locator('.modal-ux .auth-container h4').allTextContents();
        expect(schemes.map((scheme) => /^\w+/.exec(scheme)?.[0])).toEqual(['api_key', 'access_token']);
        expect(await page.locator('.modal-ux-content').evaluate(({ scrollTop }) => scrollTop)).toBe(0);

        await page.fill('#auth-bearer-value', 'clerk');
        await page.click('.modal-ux .auth-container:has(#auth-bearer-value) .btn.authorize');
        await page.click('.modal-ux .close-modal');
        await (await tryOut(page, 'listOrganizations')).click();
        const answered = page.waitForResponse(`${addresses.baseUrl}/organizations?**`);
        await page.click('.execute');
        const answer = await answered;
        expect([new URL(answer.url()).search, answer.status()]).toEqual(['?limit=100', 200]);

        expect(await (await tryOut(page, 'recordPayment')).count()).toBe(1);
        expect(await (await tryOut(page, 'captureCard')).count()).toBe(0);
      },
      PATIENCE_MS,
    );

    it.each([
      ['the secure host', () => addresses.secureUrl],
      ['another name of the base host', () => addresses.baseUrl.replace('127.0.0.1', 'localhost')],
    ])(
      'sends who came to %s to where requests can be tried',
      async (_, host) => {
        const page = await opened(host());
        expect(await (await tryOut(page, 'recordPayment')).count()).toBe(0);
        expect(await page.locator('#elsewhere a').getAttribute('href')).toBe(`${addresses.baseUrl}/docs/try`);
        expect(await page.locator('#elsewhere').isVisible()).toBe(true);
      },
      PATIENCE_MS,
    );
  });
});
