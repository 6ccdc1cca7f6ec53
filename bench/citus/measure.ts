import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { READ_SCOPES } from '../../core/principal/scopes.js';
import { seedBulk } from '../../prisma/seed/bulk/seed-bulk.js';
import { Api } from '../../test/support/api.js';
import { openLender } from '../../test/support/lender.js';
import type { Serving } from './serving.js';

const LENDERS = 8;
const ACCOUNTS_OF_EACH = 10;
const CLIENTS = 16;
const PAGE = 500;
const BULK = { transactions: 40_000, organizations: 4, accounts: 400 };
const PRINCIPAL_CENTS = 1_000_000_000;

/**
 * The clients that pay, and those that read reports. Several organizations, because the rows of one are all on one
 * node.
 */
export interface Furnished {
  readonly payers: readonly { readonly api: Api; readonly accountId: string }[];
  readonly readers: readonly Api[];
}

export async function addLoans({ resources, url }: Serving, databaseUrl: string): Promise<Furnished> {
  const payers: { api: Api; accountId: string }[] = [];
  for (let n = 0; n < LENDERS; n += 1) {
    const lender = await openLender(resources, url(), `Bench Lending ${n}`);
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
    readers.push(new Api(url(), made.plaintext));
  }
  return { payers, readers };
}

/** Payments a second by several clients, each sequential, over all accounts in turn. */
export async function paymentsPerSecond({ payers }: Furnished, seconds: number): Promise<number> {
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
export async function reportPages({ readers }: Furnished, seconds: number): Promise<readonly number[]> {
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
