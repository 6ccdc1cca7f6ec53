import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { csv, LOAN, PAYMENT } from '../support/board-file.js';
import { BROWSER, NO_BROWSER } from '../support/browser.js';
import { accessibility, openDashboard, overflowing } from '../support/dashboard.js';
import { openDemoDashboard } from '../support/demo-dashboard.js';
import type { DemoInstance } from '../support/demo-instance.js';
import { boardingOf } from '../support/populated-ledger.js';
import { countOf, navigate, settled, textOf } from '../support/settled-page.js';

/* Boarding in the dashboard: a file with errors, a good one, one abandoned in the middle; reloaded in the middle. */

describe.skipIf(BROWSER === undefined)(`boarding${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let demo: DemoInstance;
  let origin: string;
  let browser: Browser;
  let organizationId: string;

  beforeAll(async () => {
    ({ demo, origin, browser } = await openDemoDashboard());
    organizationId = demo.organizationIds[0] ?? '';
  }, 300_000);
  afterAll(() => demo?.instance.close());

  const query = async (text: string, values: readonly unknown[] = []) =>
    (await demo.instance.resources.pool.query(text, [...values])).rows;
  const loansNumbered = (prefix: string) =>
    query("select loan_number from ledger_loan where loan_number like $1 || '%' order by loan_number", [prefix]);
  const opened = (role: 'viewer' | 'agent' | 'supervisor' = 'supervisor', path = '/boardings') =>
    openDashboard(browser, origin, { role, path: `${path}?lender=${organizationId}` });
  const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';
  /** Processes a boarding in this process: no worker is running. */
  const work = (page: Page, mostSteps?: number) => {
    const { db, clock, secrets } = demo.instance.resources;
    const limit = mostSteps === undefined ? {} : { mostSteps };
    return runBoarding({ db, clock, secrets, batchLoans: 1 }, { organizationId, id: idIn(page) }, limit);
  };
  const loans = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...LOAN,
      loan_number: `${prefix}-${at + 1}`,
      borrower_name: `Ada ${at}`,
    }));

  interface Chosen {
    readonly filter: RegExp;
    readonly option: string;
  }
  const BOARD: Chosen = { filter: /^Kind/, option: 'Board the loans' };
  async function upload(page: Page, button: string, file: string, chosen?: Chosen) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'portfolio.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await dialog.getByText('portfolio.csv').waitFor();
    if (chosen !== undefined) {
      await dialog.getByRole('button', { name: chosen.filter }).click();
      await page.getByRole('option', { name: chosen.option }).click();
    }
    await dialog.getByRole('button', { name: /^(Check the file|Board the loans)$/ }).click();
    await page.getByRole('heading', { level: 1, name: /loans?$/ }).waitFor();
  }
  const onPage = async (page: Page) => {
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /loans?$/ }).waitFor();
    return textOf(page.locator('.page > header .about'));
  };

  it('a dry run of a file with errors shows each by line and column, and boards nothing', async () => {
    const [first, second, third] = loans('P1-E', 3);
    const { page, complaints, close } = await opened();
    await upload(page, 'Board a file', csv(first ?? LOAN, { ...second, term_months: 0 }, { ...third, status: 'late' }));
    await work(page);
    expect(await onPage(page)).toMatch(/Checked.*would be refused/);
    const problems = await textOf(page.getByRole('table', { name: 'Problems of the file' }));
    expect(problems).toMatch(/3\s*term_months\s*Error[\s\S]*4\s*status\s*Error/);
    expect(await countOf(page.getByRole('button', { name: 'Board this file' }))).toBe(0);
    expect(await loansNumbered('P1-E')).toEqual([]);
    expect(await accessibility(page)).toEqual([]);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect([width, await overflowing(page)]).toEqual([width, []]);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download problems' }).click(),
    ]);
    const [head, line] = readFileSync(await download.path(), 'utf8').split('\n');
    expect([head, line]).toEqual([
      'line,column,severity,message,loan_number',
      expect.stringMatching(/^3,term_months,error/),
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a dry run that leaves loans in error out can be boarded, with the same options', async () => {
    const [first, second] = loans('P1-L', 2);
    const file = csv(first ?? LOAN, { ...second, term_months: 0 });
    const { page, complaints, close } = await opened();
    await upload(page, 'Board a file', file, { filter: /^Loans in error/, option: 'Leave those loans out' });
    await work(page);
    expect(await onPage(page)).toMatch(/Checked.*loans in error would be left out/);
    await upload(page, 'Board this file', file);
    await page.getByRole('heading', { level: 1, name: /^Boarding, / }).waitFor();
    await work(page);
    expect(await onPage(page)).toMatch(/1 loan boarded/);
    expect(await loansNumbered('P1-L')).toEqual([{ loan_number: 'P1-L-1' }]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a good file is checked, then boarded: its totals agree, and each loan opens', async () => {
    const [first, second] = loans('P1-G', 2);
    const file = csv(first ?? LOAN, second ?? LOAN, { ...PAYMENT, loan_number: 'P1-G-1' });
    const { page, complaints, close } = await opened();
    await upload(page, 'Board a file', file);
    await work(page);
    expect(await onPage(page)).toMatch(/Checked.*no errors and can be boarded/);
    expect(await loansNumbered('P1-G')).toEqual([]);
    await upload(page, 'Board this file', file);
    await page.getByRole('heading', { level: 1, name: 'Boarding, 2 loans' }).waitFor();
    await work(page);
    expect(await onPage(page)).toMatch(/2 loans boarded\. All totals agree/);
    expect(await textOf(page.getByRole('table', { name: 'Totals' }))).toMatch(/Principal\s*–\s*\$15,240\.00/);
    const row = page.getByRole('table', { name: 'Boarded loans' }).getByRole('row').filter({ hasText: 'P1-G-1' });
    expect(await textOf(row)).toMatch(/Ada 0.*\$7,620\.00.*\$40\.00.*\$0\.00.*1/s);
    await row.getByRole('link', { name: 'Ada 0' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ada 0' }).waitFor();
    await navigate(page, `/boardings?lender=${organizationId}`);
    expect(await textOf(page.getByRole('row').filter({ hasText: 'Boarded' }).nth(1))).toMatch(/Boarded.*Loans.*2/s);
    expect(complaints).toEqual([]);
    await close();
  });

  it('a running upload shows its progress, is not lost by Escape, and is stopped by Cancel', async () => {
    const { page, close } = await opened();
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/uploads/boardings**', async (route) => {
      await held;
      await route.abort();
    });
    await page.getByRole('button', { name: 'Board a file' }).click();
    const dialog = page.getByRole('dialog');
    const buffer = Buffer.from(csv(...loans('P1-U', 1)));
    await dialog.locator('input[type=file]').setInputFiles({ name: 'portfolio.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: 'Check the file', exact: true }).click();
    const progress = dialog.getByRole('progressbar', { name: 'Uploaded' });
    await progress.waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText(/Cancel stops the upload/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    release();
    await page.unrouteAll({ behavior: 'wait' });
    await close();
  });

  it('a boarding is reloaded and abandoned in the middle; the same file then boards the rest', async () => {
    const file = csv(...loans('P1-M', 3));
    const { page, complaints, close } = await opened();
    await upload(page, 'Board a file', file, BOARD);
    expect(await onPage(page)).toMatch(/Uploaded.*3 loans received/);
    await work(page, 2);
    expect(await onPage(page)).toMatch(/In progress.*1 of 3 loans boarded/);
    expect(await countOf(page.getByRole('progressbar', { name: 'Loans boarded' }))).toBe(1);
    await page.getByRole('button', { name: 'Abandon' }).click();
    await page.getByRole('dialog').getByText('Loans already boarded stay').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Abandon' }).click();
    await page.getByText('1 loan boarded before it was abandoned').waitFor();
    await work(page);
    expect(await loansNumbered('P1-M')).toHaveLength(1);
    await onPage(page);
    expect(await countOf(page.getByRole('button', { name: 'Abandon' }))).toBe(0);
    await navigate(page, `/boardings?lender=${organizationId}`);
    await upload(page, 'Board a file', file, BOARD);
    await work(page);
    expect(await onPage(page)).toMatch(/2 loans boarded\. All totals agree/);
    expect(await loansNumbered('P1-M')).toHaveLength(3);
    expect(complaints).toEqual([]);
    await close();
  });

  it('what is missing is marked, and nothing is sent; a file that is left out in error keeps the others', async () => {
    const [first, second] = loans('P1-S', 2);
    const { page, close } = await opened();
    await page.getByRole('button', { name: 'Board a file' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Check the file', exact: true }).click();
    await dialog.getByText('Please choose a file.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Board a file' }).click();
    await dialog.getByRole('button', { name: /^Loans in error/ }).click();
    await page.getByRole('option', { name: 'Leave those loans out' }).click();
    await dialog.getByRole('button', { name: /^Kind/ }).click();
    await page.getByRole('option', { name: 'Board the loans' }).click();
    const buffer = Buffer.from(csv(first ?? LOAN, { ...second, term_months: 0 }));
    await dialog.locator('input[type=file]').setInputFiles({ name: 'some.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: 'Board the loans', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Boarding,/ }).waitFor();
    await work(page);
    expect(await onPage(page)).toMatch(/1 loan boarded/);
    expect(await loansNumbered('P1-S')).toEqual([{ loan_number: 'P1-S-1' }]);
    await close();
  });

  it.each(['viewer', 'agent'] as const)('a %s reads boardings and can change none', async (role) => {
    const running = await boardingOf(demo.instance.resources.pool, { organizationId }, 'received');
    const { page, close } = await opened(role);
    await page.getByRole('table', { name: 'Boarding' }).waitFor();
    await navigate(page, `/boardings/${running}`);
    await page.getByRole('table', { name: 'Problems of the file' }).waitFor();
    expect(await countOf(page.getByRole('button', { name: /Board|Abandon|Download/ }))).toBe(0);
    await close();
  });

  it('an id that is no boarding of the operator’s lenders is not found', async () => {
    const { page, close } = await opened('supervisor', `/boardings/${newId()}`);
    await page.getByText('Boarding not found').waitFor();
    await close();
  });
});
