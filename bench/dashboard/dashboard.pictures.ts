import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { SimulatedClock } from '../../core/time/clock.js';
import { openDashboard } from '../../test/support/dashboard.js';
import { DEMO_NOW } from '../../test/support/demo-instance.js';
import { failedEndpoint } from '../../test/support/failed-endpoint.js';
import { settled } from '../../test/support/settled-page.js';
import { type Bench, say, wholeNumber } from '../support/bench.js';
import { type DemoProduct, withDemoProduct } from './demo-product.js';

/** The path of each page; LOAN and similar names are filled in. */
const MAIN: Readonly<Record<string, string>> = {
  today: '/',
  loan: '/accounts/LOAN',
  payments: '/payments',
  autopay: '/autopay',
  portfolio: '/portfolio',
  report: '/reports/crr',
  template: '/messaging/templates/TEMPLATE',
  'loan-systems': '/loan-systems',
};

const OTHERS: Readonly<Record<string, string>> = {
  loans: '/accounts',
  'sandbox-loan': '/accounts/SANDBOX',
  books: '/accounts/LOAN?tab=transactions',
  payment: '/payments/PAYMENT',
  batches: '/payment-batches',
  receipts: '/receipts?by=entered',
  exceptions: '/exceptions',
  disputes: '/disputes',
  notes: '/notes',
  collections: '/collections',
  products: '/products',
  boardings: '/boardings',
  approvals: '/approvals',
  'tie-out': '/tie-out',
  differences: '/tie-out/differences',
  rolls: '/portfolio/rolls?month=2026-10-31&from=1-29&to=30-59',
  'general-ledger': '/general-ledger',
  journal: '/journal',
  reports: '/reports',
  aging: '/reports/abr',
  'no-rows': '/reports/crr?from=2020-01-01&to=2020-01-02',
  messaging: '/messaging',
  suppressed: '/suppressed',
  keys: '/developers/keys',
  webhooks: '/developers/webhooks',
  webhook: '/developers/webhooks/ENDPOINT',
  events: '/developers/events',
  'test-clock': '/developers/test-clock',
  operators: '/admin/operators',
  lenders: '/admin/organizations',
  'account-flags': '/admin/account-flags',
  limits: '/admin/limits',
  sessions: '/admin/sessions',
  audit: '/admin/audit',
  operations: '/admin/operations',
  jobs: '/admin/jobs',
  missing: '/accounts/nowhere',
};

interface Options {
  readonly folder: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: true;
  readonly all?: true;
}

/** The dashboard's pages on the demo data of a fixed day, for docs/dashboard.md. */
export const bench: Bench = (command) =>
  command
    .option('--folder <folder>', 'output folder', 'docs/dashboard')
    .option('--width <pixels>', 'window width', wholeNumber, 1_440)
    .option('--height <pixels>', 'window height', wholeNumber, 900)
    .option('--dark', 'in dark colours')
    .option('--all', 'every page in full length: for review, not for the documentation')
    .action((options: Options) =>
      withDemoProduct((product) => takePictures(product, options), new SimulatedClock(DEMO_NOW)),
    );

async function takePictures({ instance, browser, origin }: DemoProduct, options: Options): Promise<void> {
  const places = await placesOf(instance.resources.pool);
  const { page } = await openDashboard(browser, origin, {
    viewport: { width: options.width, height: options.height },
    colorScheme: options.dark ? 'dark' : 'light',
  });
  await page.clock.setFixedTime(DEMO_NOW);
  await mkdir(options.folder, { recursive: true });
  for (const [name, path] of Object.entries(options.all ? { ...MAIN, ...OTHERS } : MAIN)) {
    const filled = path.replace(/[A-Z]{4,}/, (place) => places[place] ?? place);
    await picture(page, `${origin}${filled}`, join(options.folder, `${name}.png`), options);
  }
}

async function picture(page: Page, address: string, path: string, { all, width, height }: Options): Promise<void> {
  await page.goto(address);
  await page.locator('h1, .state').first().waitFor();
  await settled(page);
  if (all) {
    const hidden =
      "Math.max(0, ...[...document.querySelectorAll('.page')].map((e) => e.scrollHeight - e.clientHeight))";
    const fullHeight = height + Math.min(4_000, Number(await page.evaluate(hidden)));
    await page.setViewportSize({ width, height: fullHeight });
    await settled(page);
  }
  await page.screenshot({ path });
  if (all) await page.setViewportSize({ width, height });
  say(path);
}

/** A loan with a long timeline, one of the sandbox, and one object for each other page. */
async function placesOf(pool: DemoProduct['instance']['resources']['pool']): Promise<Readonly<Record<string, string>>> {
  const { rows } = await pool.query<Record<string, string>>(`
    select (select min(id) from organization) as "ORGANIZATION",
      (select a.id from account a join autopay_schedule s on s.account_id = a.id and s.status = 'active'
        where a.loan_system_code = 'ledger' order by (select count(*) from autopay_run r where r.account_id = a.id and r.status <> 'posted') desc,
          a.id limit 1) as "LOAN",
      (select min(id) from account where loan_system_code = 'sandbox') as "SANDBOX",
      (select id from collected_payment where status = 'reversed' order by id desc limit 1) as "PAYMENT",
      (select min(id) from email_template where name = 'Payment reminder') as "TEMPLATE"`);
  const [places] = rows;
  if (places === undefined) throw new Error('the demo data has all of them');
  const { endpointId } = await failedEndpoint(pool, places['ORGANIZATION'] ?? '');
  return { ...places, ENDPOINT: endpointId };
}
