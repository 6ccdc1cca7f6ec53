import pg from 'pg';
import { CampaignService } from '../../subgraphs/messaging/email/campaign/campaign.service.js';
import { openTestInstance } from '../../test/support/test-instance.js';
import type { Place } from '../support/database.js';

/** The rows that the load reads, and those that it pays on. */
export interface Fixture {
  readonly organizationId: string;
  readonly paymentId: string;
  readonly listAccountId: string;
  readonly payableAccountIds: readonly string[];
  /** All clients pay on it at once. */
  readonly hotAccountId: string;
  /** Runs the campaign `autumn` for any sender. */
  readonly workspaceId: string;
  readonly key: { readonly prefix: string; readonly plaintext: string };
}

const LISTED_PAYMENTS = 1_000;
const PAYABLE_ACCOUNTS = 200;
const PRINCIPAL_CENTS = 1_000_000_000;

/** Autovacuum would do it within minutes; until then plans depend on the moment. */
async function withStatistics(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}

/** One lender with an account of a thousand payments to list, and accounts to pay on, created by the product itself. */
export async function createFixture({ databaseUrl, ownerUrl, dataDir }: Place): Promise<Fixture> {
  const instance = await openTestInstance({
    database: { url: ownerUrl, runUrl: databaseUrl, drop: async () => undefined },
    environment: { TRIBUTARY_DATA_DIR: dataDir },
    worker: false,
  });
  try {
    const lender = await instance.lender('Bench Lending');
    const api = await lender.api();
    const listAccountId = await lender.ledgerAccount(PRINCIPAL_CENTS);
    let paymentId = '';
    for (let n = 0; n < LISTED_PAYMENTS; n += 1) {
      const { status, text, json } = await api.record(listAccountId, { amount_cents: 100 });
      if (status !== 201) throw new Error(`a payment was answered ${status}: ${text}`);
      paymentId = json.payment_id;
    }
    const payableAccountIds: string[] = [];
    for (let n = 0; n < PAYABLE_ACCOUNTS; n += 1) payableAccountIds.push(await lender.ledgerAccount(PRINCIPAL_CENTS));
    const hotAccountId = await lender.ledgerAccount(PRINCIPAL_CENTS);
    const key = await lender.key();
    const workspaceId = await lender.workspace();
    const { resources } = instance;
    await withStatistics(ownerUrl);
    const principal = await resources.authenticate('admin', `Bearer ${key.plaintext}`);
    const campaign = { workspace_id: workspaceId, name: 'Autumn', provider: 'generic', identifiers: ['autumn'] };
    await new CampaignService(resources).register(principal, campaign);
    const accounts = { listAccountId, payableAccountIds, hotAccountId };
    return { organizationId: lender.organizationId, paymentId, ...accounts, workspaceId, key };
  } finally {
    await instance.close();
  }
}
