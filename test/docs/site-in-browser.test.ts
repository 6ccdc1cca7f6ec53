import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import { fakeServices, listen } from '../../rest-facade/testing/fake-services.js';
import { BROWSER, NO_BROWSER, openBrowser, openContext } from '../support/browser.js';
import { accessibility, overflow } from '../support/dashboard.js';
import { covering, elementKinds } from '../support/element-kinds.js';
import { ADDRESSES } from '../support/site-pages.js';

/* The documentation in a browser: every page loads, and one page of each kind passes axe. */

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
/** Pages that load concurrently. */
const TABS = 3;
const MISSING = '/docs/nothing';

const base = createBaseHost(fakeServices({ graph: () => ({ data: {} }) }), 'false');
let host: string;
beforeAll(async () => {
  host = await listen(base);
});
afterAll(() => base.stop(1_000));

describe.skipIf(BROWSER === undefined)(`the documentation in a browser${NO_BROWSER}`, () => {
  let browser: Browser;
  let context: BrowserContext;
  /** The element kinds of each page: collected by the first test for the second. */
  const kinds = new Map<string, readonly string[]>();

  beforeAll(async () => {
    browser = await openBrowser();
    // One context for all, so that shared files are loaded once.
    context = await openContext(browser, { viewport: NARROW });
  });
  afterAll(() => browser?.close());

  /** Visits pages one after the other in one tab. @returns the browser's errors and the findings of `check` */
  async function visit(
    next: () => string | undefined,
    check: (page: Page, address: string) => Promise<readonly string[]>,
  ): Promise<readonly string[]> {
    const page = await context.newPage();
    const found: string[] = [];
    let address = next();
    const note = (complaint: string) => found.push(`${address}: ${complaint}`);
    page.on('console', (message) => message.type() === 'error' && note(message.text()));
    page.on('pageerror', ({ message }) => note(message));
    for (; address !== undefined; address = next()) {
      await page.goto(`${host}${address}`);
      for (const problem of await check(page, address)) note(problem);
    }
    await page.close();
    return found;
  }

  async function visitAll(addresses: readonly string[], check: Parameters<typeof visit>[1]) {
    const rest = [...addresses];
    return (await Promise.all(Array.from({ length: TABS }, () => visit(() => rest.shift(), check)))).flat();
  }

  async function tooWide(page: Page): Promise<readonly string[]> {
    return (await overflow(page)) > 0 ? ['it is wider than the screen'] : [];
  }

  it('every page loads without an error, keeps the content security policy, and fits 390 pixels', async () => {
    const found = await visitAll([...ADDRESSES, MISSING], async (page, address) => {
      kinds.set(address, await elementKinds(page));
      return tooWide(page);
    });
    // The browser's message for a missing page.
    expect(found).toEqual([expect.stringContaining(`${MISSING}: Failed to load resource`)]);
    expect(kinds.size).toBe(ADDRESSES.length + 1);
  }, 120_000);

  it('every kind of element is accessible: narrow and light, wide and dark', async () => {
    // In a fixed order, independent of which page loaded first.
    const pages = covering(new Map([...kinds].toSorted(([a], [b]) => a.localeCompare(b))));
    expect(pages.length).toBeGreaterThan(5);
    const found = await visitAll(pages, async (page) => {
      const problems: string[] = [];
      for (const [viewport, colorScheme] of [
        [NARROW, 'light'],
        [WIDE, 'dark'],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        const wrong = [...(await tooWide(page)), ...(await accessibility(page))];
        problems.push(...wrong.map((one) => `${viewport.width} pixels, ${colorScheme}: ${one}`));
      }
      await page.setViewportSize(NARROW);
      await page.emulateMedia({ colorScheme: 'light' });
      return problems;
    });
    expect(found.filter((one) => !one.startsWith(`${MISSING}: Failed to load`))).toEqual([]);
  }, 120_000);

  it('the search finds guides, operations and errors by text, and opens them by keyboard alone', async () => {
    const page = await context.newPage();
    for (const [words, title] of [
      ['lost answer', 'When the answer was lost'],
      ['record paym', 'Record a collected payment'],
      ['outcome_unknown', 'outcome_unknown'],
      ['/v1/payment-batches resume', 'Resume a batch that stopped'],
    ] as const) {
      await page.goto(`${host}/docs`);
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      await page.locator('.found a', { hasText: title }).first().waitFor();
    }
    expect(await accessibility(page)).toEqual([]);
    // The first result is the one that Enter opens.
    await page.locator('.found li:first-child a', { hasText: 'Resume a batch that stopped' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${host}/docs/reference/resumePaymentBatch`);
    await page.getByRole('heading', { level: 1, name: 'Resume a batch that stopped', exact: true }).waitFor();
    await page.close();
  });

  it('the chosen language stays from page to page', async () => {
    const page = await context.newPage();
    await page.goto(`${host}/docs/first-payment`);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await page.goto(`${host}/docs/reference/recordPayment`);
    await page.getByRole('tab', { name: 'Python', selected: true }).waitFor();
    await page.locator('[data-tab="python"]').waitFor({ state: 'visible' });
    await page.locator('[data-tab="curl"][hidden]').waitFor({ state: 'attached' });
    await page.locator('[data-tab="curl"]').waitFor({ state: 'hidden' });
    await page.close();
  });
});
