import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { paymentsJobs } from '../../subgraphs/payments/index.js';
import { BROWSER, NO_BROWSER, workerBrowser } from '../support/browser.js';
import { openDashboard } from '../support/dashboard.js';
import { linksIn, rowsBehind, TALL } from '../support/dashboard-figures.js';
import { type DemoInstance, openDemoInstance } from '../support/demo-instance.js';
import { countOf, navigate, settled, textOf } from '../support/settled-page.js';

/* Batches of payments in the dashboard: a file submitted, processed, resumed; its figures and its rows. */

describe.skipIf(BROWSER === undefined)(`payment batches${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let loans: readonly string[];
  let organizationId: string;

  beforeAll(async () => {
    demo = await openDemoInstance({}, { isDemo: true });
    origin = new URL(demo.instance.graphqlUrl).origin;
    browser = await workerBrowser();
    organizationId = demo.organizationIds[0] ?? '';
    loans = (
      await query(
        `select external_contract_number as number from account where organization_id = $1 and status_code = 'active'
          and loan_system_code = 'ledger' and current_balance_cents > 100000 order by id limit 3`,
        [organizationId],
      )
    ).map(({ number }) => number);
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;
  const batches = () => query('select id, status, is_dry_run, row_count from payment_batch order by id');
  const paymentsOf = (reference: string) =>
    query("select id from collected_payment where external_reference like $1 || '%'", [reference]);
  const opened = (role: 'agent' | 'supervisor' = 'supervisor') =>
    openDashboard(browser, origin, { role, path: `/payment-batches?lender=${organizationId}`, viewport: TALL });

  /** Processes a batch in this process: no worker is running. */
  async function work(id: string): Promise<void> {
    await paymentsJobs(subgraphsSource(demo.instance.resources)).payment_batch({ organizationId, id });
  }

  function fileOf(reference: string, amounts: readonly (number | string)[]): string {
    const rows = amounts.map(
      (cents, at) => `${reference}-${at},${loans[at % loans.length]},${cents},cash,${reference}-${at}`,
    );
    return ['idempotency_key,external_contract_number,amount_cents,payment_method,external_reference', ...rows].join(
      '\n',
    );
  }

  async function submit(page: Page, csv: string, kind?: 'Record the payments'): Promise<void> {
    await page.getByRole('button', { name: 'Submit a file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'lockbox.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByText('lockbox.csv').waitFor();
    if (kind !== undefined) {
      await dialog.getByRole('button', { name: /^Kind/ }).click();
      await page.getByRole('option', { name: kind }).click();
    }
    await dialog.getByRole('button', { name: 'Submit' }).click();
  }

  const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const onBatch = (page: Page) => page.getByRole('heading', { level: 1, name: /rows?$/ }).waitFor();

  it('a dry run posts nothing; the same file is then one batch, however often it is submitted', async () => {
    const { page, complaints, close } = await opened();
    const csv = fileOf('K2-A', [1_111, 1_222, 1_333, 99_999_999]);
    await submit(page, csv);
    await onBatch(page);
    await work(idIn(page));
    await page.reload();
    await settled(page);
    const outcomes = page.getByRole('table', { name: 'Rows by outcome' });
    expect(await textOf(outcomes)).toMatch(/Would be posted\s*3\s*\$36\.66/);
    expect(await paymentsOf('K2-A')).toEqual([]);
    await navigate(page, `/payment-batches?lender=${organizationId}`);
    await submit(page, csv, 'Record the payments');
    await onBatch(page);
    const recorded = idIn(page);
    await work(recorded);
    expect(await paymentsOf('K2-A')).toHaveLength(3);
    await navigate(page, `/payment-batches?lender=${organizationId}`);
    await submit(page, csv, 'Record the payments');
    await onBatch(page);
    expect(idIn(page)).toBe(recorded);
    expect(await batches()).toMatchObject([{ is_dry_run: true }, { id: recorded, is_dry_run: false, row_count: 4 }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('every outcome equals its rows; each row has its loan, and its payment or the reason', async () => {
    const [, { id } = { id: '' }] = await batches();
    const { page, complaints, close } = await opened();
    await navigate(page, `/payment-batches/${id}`);
    expect(await textOf(page.getByRole('heading', { level: 1 }))).toBe('Payment batch, 4 rows');
    const rowsOf = rowsBehind(page);
    const links = await linksIn(page, 'table[aria-label="Rows by outcome"] tbody a');
    const counts = await page.evaluate<string[]>(
      `[...document.querySelectorAll('table[aria-label="Rows by outcome"] tbody tr')].map((row) => row.cells[1].textContent)`,
    );
    expect(links.map(({ text }) => text)).toEqual(['Posted', 'Refused']);
    for (const [at, { href, text }] of links.entries()) {
      const { rows, foot: feet } = await rowsOf(href);
      // The table of outcomes comes first.
      const foot = feet.slice(3);
      expect([text, String(rows.length), rows.map((row) => row[4])]).toEqual([text, counts[at], rows.map(() => text)]);
      expect(foot[0]).toBe(`${rows.length} row${rows.length === 1 ? '' : 's'}`);
      const sum = rows.reduce((total, row) => total + Number((row[3] ?? '').replaceAll(/[$,]/g, '')), 0);
      expect(Number((foot[3] ?? '').replaceAll(/[$,]/g, ''))).toBeCloseTo(sum, 2);
      for (const row of rows) expect([row[1], text === 'Posted' ? row[6] : row[5]]).not.toContain('–');
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('a stopped batch is resumed after the refused row, and its results are a file', async () => {
    const { page, complaints, close } = await opened();
    await submit(page, fileOf('K2-B', [88_888_888, 1_444]), 'Record the payments');
    await onBatch(page);
    await work(idIn(page));
    await page.reload();
    await page.getByText('a row was refused').waitFor();
    expect(await paymentsOf('K2-B')).toEqual([]);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Accepted').waitFor();
    await work(idIn(page));
    expect(await paymentsOf('K2-B')).toHaveLength(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`payment-batch-${idIn(page)}.csv`);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a file with errors is refused as a whole, each error with its row and column', async () => {
    const before = await batches();
    const { page, close } = await opened();
    await submit(page, fileOf('K2-C', [1_555, '12.50', -4]), 'Record the payments');
    const problems = page.getByRole('table', { name: 'Problems of the file' });
    await problems.waitFor();
    expect(await textOf(problems)).toMatch(/2\s*Amount cents[\s\S]*3\s*Amount cents/);
    expect(await batches()).toEqual(before);
    await close();
  });

  it('a file that is not UTF-8 or too large is not sent', async () => {
    const before = await batches();
    const { page, close } = await opened();
    await page.getByRole('button', { name: 'Submit a file' }).click();
    const dialog = page.getByRole('dialog');
    for (const [buffer, text] of [
      [Buffer.from([0x6b, 0xe9, 0x79]), 'not UTF-8'],
      [Buffer.alloc(900_001, 'a'), 'larger than 0.9 MB'],
    ] as const) {
      await dialog.locator('input[type=file]').setInputFiles({ name: 'other.csv', mimeType: 'text/csv', buffer });
      await dialog.getByRole('button', { name: 'Submit' }).click();
      await dialog.getByText(text).waitFor();
    }
    expect(await batches()).toEqual(before);
    await close();
  });

  it('an agent reads batches and cannot submit one', async () => {
    const { page, close } = await opened('agent');
    await page.getByRole('table', { name: 'Payment batches' }).waitFor();
    expect(await countOf(page.getByRole('button', { name: 'Submit a file' }))).toBe(0);
    await close();
  });
});
