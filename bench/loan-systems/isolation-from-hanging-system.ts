import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logging/logger.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems-and-processors.js';
import { openResources } from '../../runtime/assembly/resources.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { Api } from '../../test/support/api.js';
import { openLender } from '../../test/support/lender.js';
import { Product } from '../../test/support/process.js';
import { REMOTE_KINDS, type RemoteStandIn } from '../../test/support/remote-stand-ins.js';
import { quantile } from '../report.js';
import { type StandInProcess, startStandIn } from '../stand-in-process.js';

const LOANS = 100;
const PAYMENTS = 300;
const AT_A_TIME = 8;
const ROUNDS = 3;

/** Measures, for each of two systems, the p99 of its payments without faults and while the other one hangs. */
export async function hangingTable(databaseUrl: string, dataDir: string): Promise<string> {
  const systems = await Promise.all(REMOTE_KINDS.map((kind) => startStandIn(kind, LOANS, 2)));
  const variables = {
    DATABASE_URL: databaseUrl,
    TRIBUTARY_DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    ...Object.assign({}, ...systems.map(({ environment }) => environment)),
  };
  const environment = {
    ...variables,
    ...{ PORT: '0', GRAPHQL_PORT: '0', SECURE_PORT: '0' },
    ...{ RATE_LIMIT_API_PER_MINUTE: '6000000', RATE_LIMIT_API_BURST: '1000000' },
  };
  const { key, accounts } = await fixture(variables, databaseUrl, systems);
  const main = fileURLToPath(new URL('../../cli/main.js', import.meta.url));
  const product = new Product({ command: ['start', '--json'], environment, main });
  try {
    const { base_url } = JSON.parse(await product.startAndReadLine());
    const api = await Api.exchange(base_url, key);
    const lines = ['| payments to | while | p50, ms | p99, ms | p99, ratio |', '|---|---|---|---|---|'];
    for (const [healthy, hung] of [systems, systems.toReversed()]) {
      if (healthy === undefined || hung === undefined) throw new Error('two systems were started');
      lines.push(...(await pair(api, accounts, healthy, hung)));
    }
    return `${lines.join('\n')}\n\n`;
  } finally {
    await product.kill('SIGTERM');
    for (const { stop } of systems) stop();
  }
}

type Accounts = Readonly<Record<string, readonly string[]>>;

async function pair(api: Api, accounts: Accounts, healthy: StandInProcess, hung: StandInProcess): Promise<string[]> {
  process.stderr.write(`payments to ${healthy.kind}, while ${hung.kind} hangs …\n`);
  await isWell(api, accounts[healthy.kind]?.[0] ?? '');
  await payments(api, accounts[healthy.kind] ?? [], () => {});
  const calm: number[] = [];
  const disturbed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await payments(api, accounts[healthy.kind] ?? [], (ms) => calm.push(ms));
    await hung.control({ op: 'always', call: '*', fault: 'hang' });
    const stop = keepPaying(api, accounts[hung.kind] ?? []);
    await payments(api, accounts[healthy.kind] ?? [], (ms) => disturbed.push(ms));
    await hung.control({ op: 'clear' });
    await stop();
  }
  const [calmP99, disturbedP99] = [quantile(calm, 0.99), quantile(disturbed, 0.99)];
  const line = (condition: string, all: readonly number[], ratio: string) =>
    `| ${healthy.kind} | ${condition} | ${quantile(all, 0.5).toFixed(1)} | ${quantile(all, 0.99).toFixed(1)} | ${ratio} |`;
  return [
    line('no fault', calm, '1'),
    line(`${hung.kind} hangs on every call`, disturbed, (disturbedP99 / calmP99).toFixed(2)),
  ];
}

/** Waits until the system accepts payments: its circuit breaker may still be open from an earlier round. */
async function isWell(api: Api, account: string): Promise<void> {
  for (let tried = 0; tried < 120; tried += 1) {
    if ((await api.record(account, { amount_cents: 100 }, randomUUID())).status === 201) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the system does not take payments again');
}

/** Clients of the hanging system, which keep sending. */
function keepPaying(api: Api, accounts: readonly string[]): () => Promise<void> {
  let stopped = false;
  const client = async (account: string) => {
    while (!stopped) {
      await api.record(account, { amount_cents: 100 }, randomUUID());
      await new Promise((resolve) => setTimeout(resolve, 250)); // a 503 is returned at once
    }
  };
  const clients = accounts.slice(0, AT_A_TIME).map(client);
  return async () => {
    stopped = true;
    await Promise.all(clients);
  };
}

async function payments(api: Api, accounts: readonly string[], took: (ms: number) => void): Promise<void> {
  const queue = Array.from({ length: PAYMENTS }, (_, n) => accounts[n % accounts.length] ?? '').values();
  const client = async () => {
    for (const account of queue) {
      const started = performance.now();
      const { status, text } = await api.record(account, { amount_cents: 100 }, randomUUID());
      took(performance.now() - started);
      if (status !== 201) throw new Error(`a payment was answered ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
}

/** Both systems added and synced by the product's own services. */
async function fixture(variables: Record<string, string>, databaseUrl: string, systems: readonly StandInProcess[]) {
  const config = await loadConfig(variables);
  const resources = await openResources({ config, databaseUrl, logger: createLogger('fatal', 'bench') });
  const lender = await openLender(resources, '', 'Bench Lending');
  const service = new LoanSystemService({ ...resources, remotes: remoteSystems(resources) });
  const { organizationId } = lender;
  const accounts: Record<RemoteStandIn['kind'], string[]> = { fineract: [], mambu: [] };
  for (const { kind, baseUrl, settings, secretEnv } of systems) {
    const code = `hanging-${kind}`;
    const request = { code, kind, baseUrl, organizationId, settings, secretEnv };
    const added = await service.add(systemPrincipal('bench'), request, true);
    if (added.outcome === 'refused') throw new Error(added.problems.join('; '));
    await resources.addedSystems.refresh();
    await new SystemSync({ ownPostings, ...resources, systems: loanSystems(resources) }).run({ code, mode: 'full' });
    const found = await resources.pool.query('select id from account where loan_system_code = $1', [code]);
    accounts[kind] = found.rows.map(({ id }) => id);
  }
  const key = await lender.key();
  await resources.close();
  return { key, accounts };
}
