import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetOf } from '../../rest-facade/answer/cacheable-asset.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { createSecureHost } from '../../rest-facade/host/secure-host.js';
import type { Addresses } from '../../rest-facade/openapi/host-addresses.js';
import { type ServedContract, servedContract } from '../../rest-facade/openapi/served-contract.js';
import { fakeServices, listen } from '../../rest-facade/testing/fake-services.js';
import { send } from '../support/api.js';
import { BROWSER, NO_BROWSER, openContext, workerBrowser } from '../support/browser.js';
import { accessibility, overflow } from '../support/dashboard.js';
import { until } from '../support/until.js';

/** Two hosts, and the addresses in their contract document. */
interface Hosts {
  readonly addresses: Addresses;
  stop(): Promise<unknown>;
}

async function openHosts(contractAt: (addresses: Addresses) => ServedContract): Promise<Hosts> {
  const page = { next_cursor: null, has_more: false, limit: 100 };
  let contract: ServedContract | undefined;
  const services = {
    ...fakeServices({ graph: () => ({ data: { organizations: { items: [], page } } }) }),
    // Set when both hosts listen.
    get contract(): ServedContract {
      if (contract === undefined) throw new Error('read before both hosts listen');
      return contract;
    },
  };
  const base = createBaseHost(services, 'false');
  const secure = createSecureHost(services, 'false');
  const [baseUrl, secureUrl] = await Promise.all([listen(base), listen(secure)]);
  contract = contractAt({ baseUrl, secureUrl });
  return {
    addresses: { baseUrl, secureUrl },
    stop: () => Promise.all([base.stop(1_000), secure.stop(1_000)]),
  };
}

/** The operations that the page's tests use. */
const TRIED = [
  'listAccountsUnversioned',
  'deleteAutopayScheduleUnversioned',
  'updateAutopayScheduleUnversioned',
  'listOrganizationsUnversioned',
  'recordPayment',
  'captureCard',
];

/**
 * The contract with those operations and the first operation of each further method. It has every kind of element of
 * the page, without the minute that a hundred operations take to lay out.
 */
function shortContract(addresses: Addresses): ServedContract {
  const document = JSON.parse(servedContract(addresses).document.bytes.toString('utf8'));
  const methods = new Set<string>();
  for (const [path, item] of Object.entries<Record<string, any>>(document.paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      if (!TRIED.includes(operationId) && methods.has(method)) delete item[method];
      methods.add(method);
    }
    if (Object.keys(item).length === 0) delete document.paths[path];
  }
  delete document.webhooks;
  return { document: assetOf(JSON.stringify(document), 'application/json; charset=utf-8') };
}

let whole: Hosts;
let short: Hosts;
let hosts: readonly string[];
beforeAll(async () => {
  whole = await openHosts(servedContract);
  short = await openHosts(shortContract);
  hosts = [whole.addresses.baseUrl, whole.addresses.secureUrl];
});
afterAll(() => Promise.all([whole?.stop(), short?.stop()]));

describe('GET /openapi.json on both hosts', () => {
  it('200 the contract, with the addresses of this deployment', async () => {
    for (const host of hosts) {
      const answer = await send(`${host}/openapi.json`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(answer.json).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
      const urls = (servers: readonly { url: string }[]) => servers.map(({ url }) => url);
      expect(urls(answer.json.servers)).toEqual([whole.addresses.baseUrl]);
      expect(urls(answer.json.paths['/v1/payment-methods/cards'].post.servers)).toEqual([whole.addresses.secureUrl]);
      expect(answer.text).not.toMatch(/127\.0\.0\.1:400[02]\b/);
    }
  });

  it('304 for a client that has the current version', async () => {
    const [host = ''] = hosts;
    const etag = (await send(`${host}/openapi.json`)).headers.get('etag') ?? '';
    const again = (copy: string) => send(`${host}/openapi.json`, { headers: { 'if-none-match': copy } });
    for (const copy of [etag, `"other", ${etag}`, `W/${etag.replace('W/', '')}`, '*'])
      expect([(await again(copy)).status, copy]).toEqual([304, copy]);
    expect((await again('"other"')).status).toBe(200);
  });
});

describe('GET /docs/try on both hosts', () => {
  it('200 a page; 404 for a missing file', async () => {
    for (const host of hosts) {
      for (const path of ['/docs', '/docs/try', '/docs/try/'])
        expect((await send(`${host}${path}`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
      for (const path of ['..%2fpackage.json', 'index.html', 'swagger-ui.js'])
        expect((await send(`${host}/docs/${path}`)).status).toBe(404);
    }
  });

  describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, () => {
    /** Laying out eighty operations takes a while on a busy machine. */
    const PATIENCE_MS = 60_000;
    const WIDE = { width: 1440, height: 900 };
    const NARROW = { width: 390, height: 900 };
    let context: BrowserContext;
    beforeAll(async () => {
      context = await openContext(await workerBrowser(), { viewport: WIDE });
      context.setDefaultTimeout(PATIENCE_MS);
    });
    afterAll(() => context?.close());

    it(
      'shows every operation, opens one by keyboard, loads nothing from other hosts, and keeps its own policy',
      async () => {
        const page = await context.newPage();
        const asked: string[] = [];
        const complaints: string[] = [];
        page.on('request', (request) => asked.push(new URL(request.url()).origin));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.goto(`${whole.addresses.baseUrl}/docs/try`);
        const { json } = await send(`${whole.addresses.baseUrl}/openapi.json`);
        const described = Object.values<object>({ ...json.paths, ...json.webhooks });
        const count = described.flatMap((item) => Object.keys(item)).length;
        // Swagger UI renders visible rows: with more than 150 rows, the others are rendered while scrolling.
        const drawn = new Set<string>();
        await until(
          async () => {
            for (const id of await page.locator('.opblock').evaluateAll((all) => all.map((one) => one.id)))
              drawn.add(id);
            await page.mouse.wheel(0, 400);
            return drawn.size === count;
          },
          `${count} operations are drawn`,
          PATIENCE_MS,
        );

        const control = page.locator('#operations-Payments-recordPayment .opblock-summary-control');
        await page.evaluate('scrollTo(0, 0)');
        await until(async () => {
          await page.mouse.wheel(0, 100);
          return (await control.evaluateAll((all) => all.length)) === 1;
        }, 'the operation is in sight');
        await control.press('Enter');
        await page.waitForSelector('#operations-Payments-recordPayment .responses-table');
        expect(new URL(page.url()).hash).toBe('#/Payments/recordPayment');
        await control.locator('a').waitFor({ state: 'detached' });
        expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([whole.addresses.baseUrl]));
        expect(complaints).toEqual([]);
        await page.close();
      },
      2 * PATIENCE_MS,
    );

    it(
      'is accessible and fits 1440 and 390 pixels: operations closed, open, tried and answered, and the authorization',
      async () => {
        const page = await opened(short.addresses.baseUrl);
        await page.waitForSelector('#operations-Payments-recordPayment');
        expect(await wrongWith(page, 'document', [NARROW, WIDE])).toEqual([]);

        for (const operation of [
          'listAccountsUnversioned',
          'deleteAutopayScheduleUnversioned',
          'updateAutopayScheduleUnversioned',
        ])
          await tryOut(page, operation);
        await (await tryOut(page, 'listOrganizationsUnversioned')).click();
        await page.click('.execute');
        await page.waitForSelector('.live-responses-table .response-col_description');
        await (await tryOut(page, 'recordPayment')).click();
        await page.waitForSelector('[id$="-recordPayment"] .execute');
        expect(await wrongWith(page, "{ include: ['.opblock.is-open'] }")).toEqual([]);

        await page.click('.auth-wrapper .btn.authorize');
        await page.waitForSelector('.modal-ux');
        expect(await wrongWith(page, "{ include: ['.modal-ux'] }")).toEqual([]);
        await page.close();
      },
      3 * PATIENCE_MS,
    );

    it(
      'asks for a key and a token only, sends a request as shown, and offers none for the other host',
      async () => {
        const page = await opened(short.addresses.baseUrl);
        await page.click('.auth-wrapper .btn.authorize');
        const schemes = page.locator('.modal-ux .auth-container h4');
        await expect
          .poll(() => schemes.evaluateAll((titles) => titles.map(({ textContent }) => textContent)))
          .toEqual([expect.stringMatching(/^api_key\b/), expect.stringMatching(/^access_token\b/)]);
        expect(await page.locator('.modal-ux-content').evaluate(({ scrollTop }) => scrollTop)).toBe(0);

        await page.fill('#auth-bearer-value', 'clerk');
        await page.click('.modal-ux .auth-container:has(#auth-bearer-value) .btn.authorize');
        await page.click('.modal-ux .close-modal');
        await (await tryOut(page, 'listOrganizationsUnversioned')).click();
        const answered = page.waitForResponse(`${short.addresses.baseUrl}/organizations?**`);
        await page.click('.execute');
        const answer = await answered;
        expect([new URL(answer.url()).search, answer.status()]).toEqual(['?limit=100', 200]);

        await (await tryOut(page, 'recordPayment')).waitFor();
        await (await tryOut(page, 'captureCard')).waitFor({ state: 'detached' });
        await page.close();
      },
      PATIENCE_MS,
    );

    it.each([
      ['the secure host', () => short.addresses.secureUrl],
      ['another name of the base host', () => short.addresses.baseUrl.replace('127.0.0.1', 'localhost')],
    ])(
      'on %s redirects to the page where requests can be tried',
      async (_, host) => {
        const page = await opened(host());
        await (await tryOut(page, 'recordPayment')).waitFor({ state: 'detached' });
        await page.locator(`#elsewhere a[href="${short.addresses.baseUrl}/docs/try"]`).waitFor({ state: 'visible' });
        await page.close();
      },
      PATIENCE_MS,
    );

    async function opened(host: string): Promise<Page> {
      const page = await context.newPage();
      await page.goto(`${host}/docs/try`);
      return page;
    }

    /** The button that tries an operation, after opening the operation. */
    async function tryOut(page: Page, operationId: string): Promise<Locator> {
      const block = `.opblock[id$="-${operationId}"]`;
      await page.click(`${block} .opblock-summary-control`);
      await page.waitForSelector(`${block} .responses-table`);
      return page.locator(`${block} .try-out__btn`);
    }

    /**
     * Axe's findings with only these names added and no rule excepted, and whether the page is wider than the window,
     * at both widths.
     */
    async function wrongWith(page: Page, within: string, looked = [WIDE]): Promise<readonly string[]> {
      const found: string[] = [];
      for (const viewport of [NARROW, WIDE]) {
        await page.setViewportSize(viewport);
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        const wider = await overflow(page);
        if (wider > 0) found.push(`${viewport.width}: ${wider} pixels too wide`);
        if (looked.includes(viewport))
          found.push(...(await accessibility(page, within)).map((one) => `${viewport.width}: ${one}`));
      }
      return found;
    }
  });
});
