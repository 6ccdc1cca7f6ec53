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
  '/accounts/LOAN',
  '/payments',
  '/receipts',
  '/autopay',
  '/exceptions',
  '/portfolio',
  '/portfolio/rolls?month=MONTH&from=current&to=1-29',
  '/reports/crr',
  '/reports/abr',
  '/messaging',
  '/loan-systems',
  '/developers/events',
  '/admin/audit',
];

const DURATIONS = `performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === '/graphql')
  .map(({ startTime, responseEnd }) => responseEnd - startTime)`;

/** Each page opened in turn, with its requests as seen by the browser; the first round warms up. */
export async function pageRequests(
  { browser, instance, origin }: DemoProduct,
  rounds: number,
): Promise<readonly PageRequests[]> {
  const { rows } = await instance.resources.pool.query<{ LOAN: string; MONTH: string }>(`
    select (select account_id from transaction group by 1 order by count(*) desc limit 1) as "LOAN",
      (select max(month_end)::text from monthly_roll) as "MONTH"`);
  const { page, close } = await openDashboard(browser, origin);
  const taken = new Map<string, number[][]>(PAGES.map((path) => [path, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const path of PAGES) {
      await page.goto('about:blank');
      await open(page, `${origin}${path.replace(/[A-Z]{4,}/, (name) => Reflect.get(rows[0] ?? {}, name) ?? '')}`);
      await page.locator('h1').first().waitFor();
      const durations: number[] = await page.evaluate(DURATIONS);
      if (round > 0) taken.get(path)?.push(durations);
    }
  }
  await close();
  return [...taken].map(([path, durations]) => ({
    path: path.replace(/\?.*/, '').replace('LOAN', '{id}'),
    requests: Math.max(...durations.map(({ length }) => length)),
    p95Ms: quantile(durations.flat(), 0.95),
  }));
}
