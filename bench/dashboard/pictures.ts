import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../test/support/browser.js';
import { openDashboard } from '../../test/support/dashboard.js';
import { startProduct } from '../attack/product.js';

interface Picture {
  readonly name: string;
  readonly colorScheme?: 'light' | 'dark';
  /** Leads to what is to be seen. */
  readonly show: (page: Page, origin: string) => Promise<unknown>;
}

const at = (path: string) => (page: Page, origin: string) => page.goto(`${origin}${path}`);

const PICTURES: readonly Picture[] = [
  { name: 'today', show: at('/') },
  { name: 'loans', show: at('/accounts?status=delinquent') },
  { name: 'loan', show: firstOf('/accounts?status=delinquent') },
  { name: 'payments', show: at('/payments') },
  { name: 'portfolio', show: at('/portfolio'), colorScheme: 'dark' },
  { name: 'report', show: at('/reports/dr') },
  { name: 'autopay', show: at('/autopay'), colorScheme: 'dark' },
  { name: 'webhooks', show: withWebhooks },
];

const FOLDER = fileURLToPath(new URL('../../../docs/dashboard/', import.meta.url));

/** `npm run pictures:dashboard`: the dashboard's main pages on fresh demo data, as docs/dashboard/*.png. */
async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    for (const picture of PICTURES) await take(browser, `http://127.0.0.1:${product.target.graphql}`, picture);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function take(browser: Browser, origin: string, { name, colorScheme = 'light', show }: Picture): Promise<void> {
  const { page, close } = await openDashboard(browser, origin, {
    ...{ colorScheme, viewport: { width: 1600, height: 1000 } },
  });
  await show(page, origin);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
  process.stderr.write(`${name}.png\n`);
  await close();
}

function firstOf(path: string): Picture['show'] {
  return async (page, origin) => {
    await page.goto(`${origin}${path}`);
    await page.locator('tbody a').first().click();
    await page.getByRole('heading', { name: 'Contract' }).waitFor();
  };
}

/** The demo has none: two are made as an operator makes them. */
async function withWebhooks(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/developers/webhooks`);
  for (const [url, types, description] of [
    ['https://hooks.example.com/payments', 'payment.*', 'Accounting'],
    ['https://crm.example.com/tributary', 'account.*, autopay_run.*', 'Collections desk'],
  ] as const) {
    await page.getByRole('button', { name: 'Add an address' }).click();
    await page.getByLabel('Address', { exact: true }).fill(url);
    await page.getByLabel('Events').fill(types);
    await page.getByLabel('Description').fill(description);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: url }).waitFor();
  }
}

await main();
