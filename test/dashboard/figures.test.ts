import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDayEnd } from '../../connectors/loan-systems/ledger/day-end.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-positions.js';
import { BROWSER, NO_BROWSER, openBrowser } from '../support/browser.js';
import { centsIn, openDashboard } from '../support/dashboard.js';
import { DEMO_NOW, type DemoHouse, openDemoHouse } from '../support/demo-house.js';
import { graphClient, RECORD } from '../support/graph.js';

/* Every figure of the dashboard is the sum of the rows that it opens: all tiles, bars and tables that lead anywhere, on the demo data. */

let demo: DemoHouse;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  if (BROWSER === undefined) return;
  demo = await openDemoHouse({ RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_API_BURST: '100000' }, { isDemo: true });
  origin = new URL(demo.house.graphqlUrl).origin;
  const { db, clock, logger } = demo.house.resources;
  const { closedThrough } = await runDayEnd({ db, clock, logger });
  await writePositionsDue({ db, clock, logger }, closedThrough);
  browser = await openBrowser();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await demo?.house.close();
});

/** A window in which every row of the demo is in sight, on the demo's day. */
async function openTall() {
  const open = await openDashboard(browser, origin, { viewport: { width: 1600, height: 12_000 } });
  await open.page.clock.setFixedTime(DEMO_NOW);
  return open;
}

interface Opened {
  readonly rows: readonly (readonly string[])[];
  readonly foot: readonly string[];
}

const known = new Map<string, Opened>();

/** What a figure leads to, once all of it is loaded; what several figures lead to is opened once. */
async function opened(page: Page, href: string): Promise<Opened> {
  const before = known.get(href);
  if (before !== undefined) return before;
  await page.goto(`${origin}${href}`);
  const rows = page.locator('tbody tr[aria-rowindex]');
  await rows.or(page.locator('.exception-list li, .state')).first().waitFor();
  const foot = page.locator('tfoot td');
  if (/^\/(accounts|exceptions)/.test(href)) await page.waitForLoadState('networkidle');
  else if ((await page.locator('.state').count()) === 0) {
    // The foot says how many there are: the list loads page after page until it has them.
    await foot.first().waitFor();
    const count = Number.parseInt((await foot.first().innerText()).replaceAll(',', ''), 10);
    if (count > 0) await rows.nth(count - 1).waitFor();
  }
  const told = {
    rows: await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    ),
    foot: await foot.allInnerTexts(),
  };
  known.set(href, told);
  return told;
}

const sumOf = ({ rows }: Opened, at: number) =>
  rows.reduce((total, row) => total + (/\$/.test(row.at(at) ?? '') ? centsIn(row.at(at) ?? '') : 0), 0);

/** Whatever the foot of a table says of a column is the sum of its cells. */
function expectFootToHold(href: string, told: Opened): void {
  for (const [at, text] of told.foot.entries()) {
    if (text.includes('$')) expect([href, at, centsIn(text)]).toEqual([href, at, sumOf(told, at)]);
  }
  const counted = /^([\d,]+) (rows?|payments?|runs?)$/.exec(told.foot[0] ?? '');
  if (counted !== null) expect([href, Number(counted[1]?.replaceAll(',', ''))]).toEqual([href, told.rows.length]);
}

describe.skipIf(BROWSER === undefined)(`figures and their rows${NO_BROWSER}`, { timeout: 300_000 }, () => {
  it('tiles of today: what came in by either day, what is open, what failed', async () => {
    const { page, complaints, close } = await openTall();
    await page.goto(origin);
    await page.locator('a.tile .value').first().waitFor();
    await page.waitForLoadState('networkidle');
    const tiles = await page.locator('a.tile').evaluateAll((all) =>
      all.map((tile) => ({
        href: tile.getAttribute('href') ?? '',
        name: tile.querySelector('.name')?.textContent ?? '',
        value: tile.querySelector('.value')?.textContent ?? '',
        detail: tile.querySelector('.detail')?.textContent ?? '',
      })),
    );
    expect(tiles.map(({ name }) => name)).toHaveLength(6);
    for (const { href, name, value, detail } of tiles) {
      const told = await opened(page, href);
      expectFootToHold(href, told);
      if (value.includes('$')) {
        // Net of what went back is the last column of receipts.
        expect([name, centsIn(value)]).toEqual([name, sumOf(told, -1)]);
        expect([name, Number.parseInt(detail, 10)]).toEqual([name, told.rows.length]);
        continue;
      }
      const isList = href.startsWith('/exceptions');
      const rows = isList ? await page.locator('.exception-list li').count() : told.rows.length;
      expect([name, Number(value)]).toEqual([name, rows]);
      if (detail.startsWith('$')) {
        const amount = href.startsWith('/autopay') ? 7 : 1;
        expect([name, centsIn(detail)]).toEqual([name, sumOf(told, amount)]);
      }
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['/', 'Receipts by day of entry', -1],
    ['/portfolio', 'Balance of open loans by month', 2],
    ['/portfolio', 'Share of the balance that is past due, by month', 2],
    ['/portfolio', 'Originations by month', 3],
    ['/portfolio', 'Charge-offs by month', 3],
    ['/portfolio', 'Receipts by method, by business day', -1],
    ['/portfolio', 'Receipts by loan system, by business day', -1],
  ] as const)('%s › %s: every bar', async (path, chart, column) => {
    const { page, complaints, close } = await openTall();
    await page.goto(`${origin}${path}`);
    await page.getByRole('list', { name: chart }).waitFor();
    await page.waitForLoadState('networkidle');
    const parts = await page
      .getByRole('list', { name: chart })
      .getByRole('link')
      .evaluateAll((all) =>
        all.map((part) => ({ href: part.getAttribute('href') ?? '', told: part.getAttribute('aria-label') ?? '' })),
      );
    expect(parts.length).toBeGreaterThan(2);
    for (const { href, told } of parts) {
      const rows = await opened(page, href);
      expectFootToHold(href, rows);
      expect([told, centsIn(told)]).toEqual([told, sumOf(rows, column)]);
      const counted = /, (\d+) (loans?|payments?)$/.exec(told);
      if (counted !== null) expect([told, Number(counted[1])]).toEqual([told, rows.rows.length]);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('roll rates: every cell of which loans moved', async () => {
    const { page, complaints, close } = await openTall();
    await page.goto(`${origin}/portfolio`);
    const rates = page.getByRole('table', { name: 'Roll rates by month, of balance' });
    await rates.waitFor();
    const cells = await rates.getByRole('link').evaluateAll((all) =>
      all.map((cell) => ({
        href: cell.getAttribute('href') ?? '',
        told: cell.getAttribute('aria-label') ?? '',
        rate: cell.textContent ?? '',
      })),
    );
    expect(cells.length).toBeGreaterThan(10);
    for (const { href, told, rate } of cells) {
      const rows = await opened(page, href);
      expectFootToHold(href, rows);
      expect([told, centsIn(told)]).toEqual([told, sumOf(rows, 2)]);
      expect([told, Number(/, (\d+) loans?$/.exec(told)?.[1])]).toEqual([told, rows.rows.length]);
      expect(told).toContain(`: ${rate}, `);
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('aging and statuses: every row of their tables', async () => {
    const { page, close } = await openTall();
    await page.goto(`${origin}/portfolio`);
    for (const title of ['Aging', 'By status']) {
      await page.goto(`${origin}/portfolio`);
      const card = page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });
      await card.locator('tbody tr').first().waitFor();
      const lines = await card.locator('tbody tr').evaluateAll((all) =>
        all.map((row) => ({
          href: row.querySelector('a')?.getAttribute('href') ?? '',
          texts: [...row.querySelectorAll('td.right')].map((cell) => cell.textContent ?? ''),
        })),
      );
      expect(lines.length).toBeGreaterThan(3);
      for (const { href, texts } of lines) {
        const told = await opened(page, href);
        const [balance, loans] = title === 'Aging' ? [texts[0], texts[1]] : [texts[1], texts[0]];
        expect([href, Number(loans)]).toEqual([href, told.rows.length]);
        expect([href, centsIn(balance ?? '')]).toEqual([href, sumOf(told, title === 'Aging' ? 2 : 3)]);
      }
    }
    await close();
  });

  it('a lender that is chosen stays chosen, and its figures are its own', async () => {
    const { page, close } = await openTall();
    const statuses = page.locator('section', { has: page.getByRole('heading', { name: 'By status' }) });
    const principal = async () => {
      await statuses.locator('tbody tr').first().waitFor();
      return centsIn(await statuses.locator('tfoot td').nth(2).innerText());
    };
    await page.goto(`${origin}/portfolio`);
    const all = await principal();
    await page.getByRole('button', { name: 'Lender' }).click();
    const names = await page.getByRole('menuitemradio').allInnerTexts();
    expect(names.length).toBeGreaterThan(2);
    await page.keyboard.press('Escape');
    let sum = 0;
    for (const name of names.slice(1)) {
      await page.getByRole('button', { name: 'Lender' }).click();
      await page.getByRole('menuitemradio', { name }).click();
      await page.getByRole('button', { name: 'Lender' }).getByText(name).waitFor();
      sum += await principal();
      await page.getByRole('link', { name: 'Loans', exact: true }).click();
      await page.getByRole('table', { name: 'Loans' }).locator('tbody tr[aria-rowindex]').first().waitFor();
      await page.waitForLoadState('networkidle');
      const lenders = await page.locator('tbody tr[aria-rowindex] td:nth-last-child(2)').allInnerTexts();
      expect(new Set(lenders)).toEqual(new Set([name]));
      await page.getByRole('link', { name: 'Portfolio', exact: true }).click();
      await page.getByRole('heading', { name: 'By status' }).waitFor();
    }
    expect(sum).toBe(all);
    await page.getByRole('button', { name: 'Lender' }).click();
    await page.getByRole('menuitemradio', { name: 'All lenders' }).click();
    await page.getByRole('button', { name: 'Lender' }).getByText('All lenders').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await close();
  });

  it('a page is at most three questions, and the first one at most 300 KB', async () => {
    const { page, close } = await openDashboard(browser, origin);
    const { rows } = await demo.house.resources.pool.query<{ id: string }>(
      "select id from account where external_contract_number = 'ALD-2026-0003'",
    );
    let bytes = 0;
    let questions: string[] = [];
    page.on('request', (request) => {
      const [name] = /(?<=(query|mutation) )\w+/.exec(request.postData() ?? '') ?? [];
      if (request.url().endsWith('/graphql')) questions.push(name ?? '');
    });
    page.on('response', async (response) => {
      if (response.url().includes('/assets/')) bytes += gzipSync(await response.body()).length;
    });
    for (const path of [
      '/',
      '/accounts',
      `/accounts/${rows[0]?.id}`,
      '/payments',
      '/receipts',
      '/autopay',
      '/exceptions',
      '/disputes',
      '/tie-out',
      '/tie-out/differences',
      '/tie-out/2026-11-17',
      '/portfolio',
      '/portfolio/rolls?month=2026-10-31&from=current&to=1-29',
      '/reports/crr',
      '/reports/abr',
      '/messaging',
      '/suppressed',
      '/loan-systems',
      '/developers/keys',
      '/developers/webhooks',
      '/developers/events',
      '/developers/test-clock',
      '/admin/operators',
      '/admin/audit',
      '/admin/jobs',
    ]) {
      await page.goto('about:blank');
      questions = [];
      bytes = 0;
      await page.goto(`${origin}${path}`);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, questions]).toEqual([path, expect.toSatisfy(({ length }) => length >= 1 && length <= 3)]);
      expect([path, bytes]).toEqual([path, expect.toSatisfy((size: number) => size < 300_000)]);
    }
    await close();
  });

  it('a payment that is recorded elsewhere appears without anybody doing anything', async () => {
    const { page, close } = await openDashboard(browser, origin);
    await page.goto(`${origin}/payments`);
    await page.getByRole('table', { name: 'Payments' }).waitFor();
    const { rows } = await demo.house.resources.pool.query<{ id: string }>(
      "select id from account where external_contract_number = 'ALD-2026-0003'",
    );
    const ask = graphClient(demo.house.graphqlUrl, (await demo.api(demo.organizationIds)).token);
    const input = { amountCents: 4_321, paymentMethod: 'cash' };
    const paid = await ask(RECORD, { accountId: rows[0]?.id, key: 'from elsewhere', input });
    expect(paid.json.errors).toBeUndefined();
    await page.getByText('$43.21').first().waitFor({ timeout: 20_000 });
    await close();
  });
});
