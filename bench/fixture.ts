import { loadConfig } from '../core/config/load.js';
import { createLogger } from '../core/logging/logger.js';
import type { RecordPaymentMutationVariables } from '../rest-facade/generated/operations.js';
import { baseServices, rateLimits } from '../runtime/assembly/facade-services-and-rate-limits.js';
import { gatewayInProcess } from '../runtime/assembly/gateway-and-subgraph-executors.js';
import { openResources } from '../runtime/assembly/resources.js';
import { CampaignService } from '../subgraphs/messaging/email/campaign/campaign.service.js';
import { openLender } from '../test/support/lender.js';
import type { BenchFixture } from './scenarios.js';

const LISTED_PAYMENTS = 1_000;
const PAYABLE_ACCOUNTS = 200;
const PRINCIPAL_CENTS = 1_000_000_000;

/** One lender with an account of a thousand payments to list, and accounts to pay on, created by the product itself. */
export async function createFixture(databaseUrl: string, dataDir: string): Promise<BenchFixture> {
  const config = await loadConfig({ DATABASE_URL: databaseUrl, TRIBUTARY_DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  const resources = await openResources({ config, databaseUrl, logger: createLogger('fatal', 'bench') });
  const gateway = await gatewayInProcess(resources);
  const services = baseServices(resources, gateway, rateLimits(resources, false), async () => true);
  const lender = await openLender(resources, '', 'Bench Lending');
  const key = await lender.key();
  const principal = await resources.authenticate('admin', `Bearer ${key.plaintext}`);
  const listAccountId = await lender.ledgerAccount(PRINCIPAL_CENTS);
  let paymentId = '';
  for (let n = 0; n < LISTED_PAYMENTS; n += 1) {
    const variables: RecordPaymentMutationVariables = {
      account_id: listAccountId,
      idempotency_key: `fixture-${n}`,
      input: { amountCents: 100, paymentMethod: 'cash' },
    };
    const { data } = await services.operations.run('recordPayment', variables, { principal, requestId: 'bench' });
    const { body } = (data as { recordPayment: { answer: { body: string } } }).recordPayment.answer;
    paymentId = JSON.parse(body).payment_id;
  }
  const payableAccountIds: string[] = [];
  for (let n = 0; n < PAYABLE_ACCOUNTS; n += 1) payableAccountIds.push(await lender.ledgerAccount(PRINCIPAL_CENTS));
  const workspaceId = await lender.workspace();
  const campaign = { workspace_id: workspaceId, name: 'Autumn', provider: 'generic', identifiers: ['autumn'] };
  await new CampaignService(resources).register(principal, campaign);
  await gateway.stop();
  await resources.close();
  return {
    databaseUrl,
    dataDir,
    organizationId: lender.organizationId,
    paymentId,
    listAccountId,
    payableAccountIds,
    workspaceId,
    key,
  };
}
