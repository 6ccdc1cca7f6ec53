import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../core/errors/catalogue.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { fakeServices, listen } from '../../rest-facade/testing/fake-services.js';
import { DOCUMENT, OPERATIONS } from '../../site/src/contract.js';
import { GROUPS } from '../../site/src/pages.js';
import { BROWSER, NO_BROWSER, openBrowser } from '../support/browser.js';
import { accessibility, overflow } from '../support/dashboard.js';

/* The documentation, as a host serves it: every page of it, and what each leads to. */

const BUILT = fileURLToPath(new URL('../../site/dist', import.meta.url));
const FILES = readdirSync(BUILT, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
  .map((entry) => relative(BUILT, `${entry.parentPath}/${entry.name}`).replace(/\.html$/, ''));
const ADDRESSES = FILES.filter((file) => file !== '404').map((file) => (file === 'index' ? '/docs' : `/docs/${file}`));

const base = createBaseHost(fakeServices({ graph: () => ({ data: {} }) }), 'false');
let host: string;
beforeAll(async () => {
  host = await listen(base);
});
afterAll(() => base.stop(1_000));

const htmlOf = (address: string) =>
  readFileSync(`${BUILT}/${address === '/docs' ? 'index' : address.slice('/docs/'.length)}.html`, 'utf8');

describe('what there is', () => {
  it('a page for each operation, of twins one, and for each error', () => {
    const twins = Object.values(DOCUMENT.paths).flatMap((item) =>
      Object.values(item).filter(({ operationId }) => operationId.endsWith('V1')),
    );
    const told = Object.values(DOCUMENT.paths).flatMap((item) => Object.keys(item)).length - twins.length;
    expect(OPERATIONS.length).toBe(told);
    expect(FILES).toEqual(expect.arrayContaining(OPERATIONS.map(({ name }) => `reference/${name}`)));
    expect(FILES).toEqual(expect.arrayContaining(Object.keys(CATALOGUE).map((code) => `errors/${code}`)));
  });

  it('and on the first page what each guide is about', () => {
    const cards = [
      ...htmlOf('/docs').matchAll(/<li><a href="([^"]+)"><strong>([^<]+)<\/strong><span>([^<]*)<\/span>/g),
    ];
    expect(cards.map(([, address]) => address)).toEqual(
      GROUPS.flatMap(({ pages }) => pages).map(({ path }) => `/docs/${path}`),
    );
    expect(cards.filter(([, , , about]) => about === '')).toEqual([]);
  });

  it('and in one table all the ways in which recording a payment is refused', () => {
    const html = htmlOf('/docs/reference/recordPayment');
    const rows = [...html.matchAll(/<tr><td>(\d+)<\/td><td><a href="\/docs\/errors\/(\w+)">/g)];
    expect([new Set(rows.map(([, status]) => status)).size, rows.length]).toEqual([14, 23]);
  });

  it('every link leads to a page that is there, and to a place on it', () => {
    const ids = new Map(
      ADDRESSES.map((address) => [
        address,
        new Set([...htmlOf(address).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    const broken = ADDRESSES.flatMap((address) =>
      [...htmlOf(address).matchAll(/<a [^>]*href="([^"]+)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !/^https?:/.test(href) && href !== '/openapi.json' && href !== '/docs/try')
        .filter((href) => {
          const [path = '', place] = href.split('#');
          const there = ids.get(path === '' ? address : path);
          return there === undefined || (place !== undefined && place !== 'content' && !there.has(place));
        })
        .map((href) => `${address} → ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('nothing inline: no style and no script of an element’s own', () => {
    const inline = ADDRESSES.filter((address) =>
      /\sstyle=|\son\w+=|<style|<script(?![^>]* src=)/.test(htmlOf(address)),
    );
    expect(inline).toEqual([]);
  });
});

describe('what the host answers', () => {
  it('pages, compressed as the build left them, and asked about anew', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await fetch(`${host}/docs/first-payment`, { headers: { 'accept-encoding': accepted } });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('public, no-cache');
      const again = { 'accept-encoding': accepted, 'if-none-match': answer.headers.get('etag') ?? '' };
      expect((await fetch(`${host}/docs/first-payment`, { headers: again })).status).toBe(304);
    }
  });

  it('what pages load for ever, under its content’s name', async () => {
    const files = [...htmlOf('/docs').matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, file]) => file);
    expect(files.length).toBe(3);
    for (const file of files) {
      const answer = await fetch(`${host}${file}`);
      expect([file, answer.status]).toEqual([file, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each([
    'nothing',
    'reference/nothing',
    'errors/nothing',
    'assets/nothing.js',
    '..%2fpackage',
    'errors%2fnot_found',
    '404',
    '404.html',
  ])('404 at /docs/%s: a page that leads on', async (path) => {
    const answer = await fetch(`${host}/docs/${path}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await answer.text()).toContain('<a href="/docs/reference">The API reference</a>');
  });
});

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  const NARROW = { width: 390, height: 844 };
  /** A few at a time, each in a tab of its own. */
  const TABS = 4;

  /** What is wrong with a page, as the browser, the policy and axe have it. */
  async function wrongWith(page: Page, address: string): Promise<readonly string[]> {
    const found: string[] = [];
    const hear = (message: { text(): string; type(): string }) =>
      message.type() === 'error' && found.push(message.text());
    const fail = (error: Error) => found.push(error.message);
    page.on('console', hear).on('pageerror', fail);
    await page.goto(`${host}${address}`);
    if ((await overflow(page)) > 0) found.push('it is wider than the screen');
    found.push(...(await accessibility(page)));
    page.off('console', hear).off('pageerror', fail);
    return found.map((one) => `${address}: ${one}`);
  }

  async function walk(
    addresses: readonly string[],
    options: Parameters<Browser['newPage']>[0],
  ): Promise<readonly string[]> {
    const rest = [...addresses];
    const tabs = Array.from({ length: TABS }, async () => {
      const page = await browser.newPage(options);
      const found: string[] = [];
      for (let next = rest.shift(); next !== undefined; next = rest.shift())
        found.push(...(await wrongWith(page, next)));
      await page.close();
      return found;
    });
    return (await Promise.all(tabs)).flat();
  }

  it('every page keeps the policy, shuts nobody out, and fits a telephone', async () => {
    expect(await walk([...ADDRESSES, '/docs/nothing'], { viewport: NARROW })).toEqual([
      expect.stringContaining('/docs/nothing: Failed to load resource'), // that it is missing, in the browser's words
    ]);
  }, 300_000);

  it('and so in the dark, and on a wide screen', async () => {
    const some = [
      '/docs',
      '/docs/idempotency',
      '/docs/reference',
      '/docs/reference/recordPayment',
      '/docs/errors/rate_limited',
    ];
    for (const colorScheme of ['dark', 'light'] as const)
      expect(await walk(some, { viewport: { width: 1440, height: 900 }, colorScheme })).toEqual([]);
  }, 60_000);

  it('finds guides, operations and errors by their words, and leads there by keyboard alone', async () => {
    const page = await browser.newPage();
    for (const [words, title] of [
      ['lost answer', 'When the answer was lost'],
      ['record paym', 'Record a collected payment'],
      ['outcome_unknown', 'outcome_unknown'],
      ['/v1/payment-batches resume', 'Resume a batch that stopped'],
    ] as const) {
      await page.goto(`${host}/docs`);
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      const link = page.locator('.found a', { hasText: title }).first();
      await link.waitFor();
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`${host}/docs/reference/resumePaymentBatch`);
    expect(await page.locator('h1').textContent()).toBe('Resume a batch that stopped');
    await page.close();
  });

  it('keeps the chosen language from page to page', async () => {
    const page = await browser.newPage();
    await page.goto(`${host}/docs/first-payment`);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await page.goto(`${host}/docs/reference/recordPayment`);
    expect(await page.getByRole('tab', { name: 'Python' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('[data-tab="python"]').isVisible()).toBe(true);
    expect(await page.locator('[data-tab="curl"]').isVisible()).toBe(false);
    await page.close();
  });
});
