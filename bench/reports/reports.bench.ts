import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { READ_SCOPES } from '../../core/principal/scopes.js';
import { say, withNumbers } from '../support/bench.js';
import { type Place, seedTransactions, withDatabase, withResources } from '../support/database.js';
import { markdownTable, median } from '../support/figures.js';
import { startServer } from '../support/start-server.js';
import { downloadCsv } from './download.js';

const PAGE = 500;
const REQUESTS_PER_PAGE = 60;
const CSV_ROUNDS = 2;

/** The cost of a report's far page, and of the whole report. By default more than a million are payments. */
export const bench = withNumbers({ transactions: 1_060_000, pages: 1_000 }, ({ transactions, pages }) =>
  withDatabase(async (place) => {
    const { organizationId, key } = await seed(place, transactions);
    const bare = await startServer('bare', place, { organizationId });
    const product = await startServer('tributary', place);
    try {
      process.stdout.write(`${await pageTable(product.url, key, transactions, pages)}\n`);
      const rows: string[][] = [];
      for (let round = 1; round <= CSV_ROUNDS; round += 1) {
        for (const { kind, url, pid } of [bare, product]) {
          say(`CSV, round ${round}: ${kind}`);
          const csv = await downloadCsv(`${url}/reports/crr`, key, pid);
          const memory = [csv.rssBeforeMb.toFixed(0), csv.rssPeakMb.toFixed(0)];
          rows.push([kind, String(csv.rows), csv.megabytes.toFixed(0), csv.seconds.toFixed(1), ...memory]);
        }
      }
      rows.sort(([a = ''], [b = '']) => a.localeCompare(b));
      const head = ['crr as CSV', 'rows', 'MB', 's', 'RSS before, MB', 'RSS at its peak, MB'];
      process.stdout.write(markdownTable(head, rows));
    } finally {
      await bare.stop();
      await product.stop();
    }
  }),
);

/** One organization with all the transactions, and a key for it. */
async function seed(place: Place, transactions: number) {
  const { organizationIds } = await seedTransactions(place.ownerUrl, transactions, 1);
  const request = { name: 'bench', organizationIds, scopes: READ_SCOPES, by: systemPrincipal('bench') };
  const made = await withResources(place, (resources) => createApiKey(resources, request));
  const [organizationId] = organizationIds;
  if (made.outcome === 'refused' || organizationId === undefined) throw new Error('the bench has a key');
  return { organizationId, key: made.plaintext };
}

/** Walks to a far page, then requests it and the first one in turn, under the same conditions. */
async function pageTable(url: string, key: string, transactions: number, pages: number): Promise<string> {
  say(`walking ${pages} pages of ${PAGE} …`);
  let cursor: string | null = null;
  for (let number = 1; number < pages; number += 1) {
    cursor = (await page(url, key, cursor)).page.next_cursor;
    if (cursor === null) throw new Error(`the report ends at page ${number}`);
  }
  const first: number[] = [];
  const far: number[] = [];
  for (let request = 0; request < REQUESTS_PER_PAGE; request += 1) {
    first.push(await milliseconds(() => page(url, key, null)));
    far.push(await milliseconds(() => page(url, key, cursor)));
  }
  const [firstMs, farMs] = [median(first), median(far)];
  return markdownTable(
    [`crr, pages of ${PAGE}, ${transactions} transactions`, 'ms (median)', 'ratio'],
    [
      ['page 1', firstMs.toFixed(1), 1],
      [`page ${pages}`, farMs.toFixed(1), (farMs / firstMs).toFixed(2)],
    ],
  );
}

interface Page {
  readonly items: readonly unknown[];
  readonly page: { readonly next_cursor: string | null };
}

async function page(url: string, key: string, cursor: string | null): Promise<Page> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(cursor !== null && { cursor }) });
  const response = await fetch(`${url}/reports/crr?${query}`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`GET /reports/crr: ${response.status} ${await response.text()}`);
  const answer: Page = JSON.parse(await response.text());
  if (answer.items.length !== PAGE) throw new Error('a page on the way is full');
  return answer;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
