import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { READ_SCOPES } from '../../core/principal/scopes.js';
import { seedBulk } from '../../prisma/seed/bulk/seed-bulk.js';
import { Api } from '../../test/support/api.js';
import { openLender } from '../../test/support/lender.js';
import { say } from '../support/bench.js';
import { markdownTable, quantile } from '../support/figures.js';
import type { Served } from './served.js';

const WARM_UP_SECONDS = 2;
const ROUNDS = 2;

const LENDERS = 8;
const ACCOUNTS_OF_EACH = 10;
const CLIENTS = 16;
const PAGE = 500;
const BULK = { transactions: 40_000, organizations: 4, accounts: 400 };
const PRINCIPAL_CENTS = 1_000_000_000;

/** In turn, so that all run under the same conditions. */
export async function figures(served: readonly Served[], seconds: number): Promise<string> {
  const all: { name: string; clients: Clients; rates: number[]; pages: number[] }[] = [];
  for (const each of served) {
    const clients = await addLoans(each);
    await paymentsPerSecond(clients, WARM_UP_SECONDS);
    await reportPages(clients, WARM_UP_SECONDS);
    all.push({ name: each.setUp.name, clients, rates: [], pages: [] });
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    say(`round ${round} of ${ROUNDS}`);
    for (const { clients, rates } of all) rates.push(await paymentsPerSecond(clients, seconds / ROUNDS));
    for (const { clients, pages } of all) pages.push(...(await reportPages(clients, seconds / ROUNDS)));
  }
  return markdownTable(
    ['', 'payments a second', 'a page of 500 of crr, ms (median)', 'p99'],
    all.map(({ name, rates, pages }) => {
      const rate = rates.reduce((sum, each) => sum + each, 0) / rates.length;
      return [name, rate.toFixed(0), quantile(pages, 0.5).toFixed(1), quantile(pages, 0.99).toFixed(1)];
    }),
  );
}

/**
 * The clients that pay, and those that read reports. Several organizations, because the rows of one are all on one
 * node.
 */
interface Clients {
  readonly payers: readonly { readonly api: Api; readonly accountId: string }[];
  readonly readers: readonly Api[];
}

async function addLoans({ setUp: { databaseUrl }, product }: Served): Promise<Clients> {
  const { resources } = product;
  const baseUrl = await product.baseUrl();
  const payers: { api: Api; accountId: string }[] = [];
  for (let n = 0; n < LENDERS; n += 1) {
    const lender = await openLender(resources, baseUrl, `Bench Lending ${n}`);
    const api = await lender.api();
    for (let account = 0; account < ACCOUNTS_OF_EACH; account += 1)
      payers.push({ api, accountId: await lender.ledgerAccount(PRINCIPAL_CENTS) });
  }
  const { organizationIds } = await seedBulk({ db: resources.db, databaseUrl, clock: resources.clock, size: BULK });
  const readers: Api[] = [];
  for (const id of organizationIds) {
    const request = { name: 'bench', organizationIds: [id], scopes: READ_SCOPES, by: systemPrincipal('bench') };
    const made = await createApiKey(resources, request);
    if (made.outcome === 'refused') throw new Error('the bench has a key');
    readers.push(new Api(baseUrl, made.plaintext));
  }
  return { payers, readers };
}

/** Payments a second by several clients, each sequential, over all accounts in turn. */
async function paymentsPerSecond({ payers }: Clients, seconds: number): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1_000;
  let recorded = 0;
  const client = async (first: number) => {
    for (let next = first; performance.now() < until; next += CLIENTS) {
      const payer = payers[next % payers.length];
      const answer = await payer?.api.record(payer.accountId, { amount_cents: 1 });
      if (answer?.status !== 201) throw new Error(`a payment was not recorded: ${answer?.status} ${answer?.text}`);
      recorded += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
  return recorded / ((performance.now() - began) / 1_000);
}

/**
 * The duration of each first page of 500 cash receipts, over the organizations in turn, within a time limit.
 * Milliseconds.
 */
async function reportPages({ readers }: Clients, seconds: number): Promise<readonly number[]> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await readers[times.length % readers.length]?.get(`/reports/crr?limit=${PAGE}`);
    times.push(performance.now() - began);
    if (answer?.json?.items?.length !== PAGE)
      throw new Error(`no page: ${answer?.status} ${answer?.text.slice(0, 200)}`);
  }
  return times;
}
