import { openDashboard } from '../../test/support/dashboard.js';
import { open } from '../../test/support/settled-page.js';
import { quantile } from '../support/figures.js';
import type { DemoProduct } from './demo-product.js';

interface PageRequests {
  readonly path: string;
  /** GraphQL requests until the page is idle. */
  readonly requests: number;
  readonly p95Ms: number;
}

const PAGES = [
  '/',
  '/accounts',
  '/accounts?days=30-59',
  '/accounts/LOAN',
  '/borrowers/BORROWER',
  '/payments',
  '/payments/PAYMENT',
  '/payment-batches',
  '/receipts',
  '/receipts?by=entered',
  '/autopay',
  '/collections',
  '/exceptions',
  '/disputes',
  '/notes',
  '/approvals',
  '/tie-out',
  '/portfolio',
  '/portfolio/rolls?month=MONTH&from=current&to=1-29',
  '/journal',
  '/general-ledger',
  '/reports/crr',
  '/reports/abr',
  '/messaging',
  '/loan-systems',
  '/developers/webhooks',
  '/developers/events',
  '/admin/operators',
  '/admin/audit',
];

const DURATIONS = `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === '/graphql')
  .map(({ startTime, responseEnd }) => responseEnd - startTime)`;

/** Each page opened in turn, with its requests as seen by the browser; the first round warms up. */
export async function pageRequests(
  { browser, instance, origin }: DemoProduct,
  rounds: number,
): Promise<readonly PageRequests[]> {
  const { rows } = await instance.resources.pool.query<Readonly<Record<string, string>>>(`
    with busiest as (select account_id as id from transaction group by 1 order by count(*) desc limit 1)
    select (select id from busiest) as "LOAN",
      (select primary_borrower_party_id from account where id = (select id from busiest)) as "BORROWER",
      (select max(id) from collected_payment) as "PAYMENT", (select max(month_end)::text from monthly_roll) as "MONTH"`);
  const filled = (path: string) => path.replace(/[A-Z]{4,}/, (name) => rows[0]?.[name] ?? '');
  const { page, close } = await openDashboard(browser, origin);
  const taken = new Map<string, number[][]>(PAGES.map((path) => [path, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const path of PAGES) {
      await page.goto('about:blank');
      await open(page, `${origin}${filled(path)}`);
      await page.locator('h1').first().waitFor();
      const durations: number[] = await page.evaluate(DURATIONS);
      if (round > 0) taken.get(path)?.push(durations);
    }
  }
  await close();
  return [...taken].map(([path, durations]) => ({
    path: path.replace(/\?month.*/, '').replace(/[A-Z]{4,}/, '{id}'),
    requests: Math.max(...durations.map(({ length }) => length)),
    p95Ms: quantile(durations.flat(), 0.95),
  }));
}
