import { setTimeout as sleep } from 'node:timers/promises';
import { addLoanSystem } from '../../test/support/add-loan-system.js';
import { Api } from '../../test/support/api.js';
import { openLender } from '../../test/support/lender.js';
import { REMOTE_KINDS } from '../../test/support/remote-stand-ins.js';
import { until } from '../../test/support/until.js';
import { say } from '../support/bench.js';
import { type Place, withResources } from '../support/database.js';
import { markdownTable, quantile } from '../support/figures.js';
import { startServer } from '../support/start-server.js';
import { type StandInProcess, startStandIn } from './stand-in-process.js';

const LOANS = 100;
const PAYMENTS = 300;
const AT_A_TIME = 8;
const ROUNDS = 3;

type Accounts = ReadonlyMap<StandInProcess['kind'], readonly string[]>;

/** Measures, for each of two systems, the p99 of its payments without faults and while the other one hangs. */
export async function hangingTable(place: Place): Promise<string> {
  const systems = await Promise.all(REMOTE_KINDS.map((kind) => startStandIn(kind, LOANS, 2)));
  const environment = Object.assign({}, ...systems.map((system) => system.environment));
  const { key, accounts } = await addSystems(place, systems, environment);
  const product = await startServer('whole', place, { environment });
  try {
    const api = await Api.exchange(product.url, key);
    const rows: (readonly string[])[] = [];
    for (const [healthy, hung] of [systems, systems.toReversed()]) {
      if (healthy === undefined || hung === undefined) throw new Error('two systems were started');
      rows.push(...(await pair(api, accounts, healthy, hung)));
    }
    return markdownTable(['payments to', 'while', 'p50, ms', 'p99, ms', 'p99, ratio'], rows);
  } finally {
    await product.stop();
    for (const { stop } of systems) await stop();
  }
}

async function pair(api: Api, accounts: Accounts, { kind }: StandInProcess, hung: StandInProcess) {
  say(`payments to ${kind}, while ${hung.kind} hangs …`);
  const [own = [], others = []] = [accounts.get(kind), accounts.get(hung.kind)];
  // The circuit breaker may still be open from an earlier round.
  const isPaid = async () => (await api.record(own[0] ?? '', { amount_cents: 100 })).status === 201;
  await until(isPaid, 'the system accepts payments again');
  await payments(api, own); // warms up
  const calm: number[] = [];
  const disturbed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push(...(await payments(api, own)));
    await hung.control({ op: 'always', call: '*', fault: 'hang' });
    const stop = keepPaying(api, others);
    disturbed.push(...(await payments(api, own)));
    await hung.control({ op: 'clear' });
    await stop();
  }
  const ratio = quantile(disturbed, 0.99) / quantile(calm, 0.99);
  const row = (condition: string, all: readonly number[], shown: string) => {
    return [kind, condition, quantile(all, 0.5).toFixed(1), quantile(all, 0.99).toFixed(1), shown];
  };
  return [row('no fault', calm, '1'), row(`${hung.kind} hangs on every call`, disturbed, ratio.toFixed(2))];
}

/** Clients of the hanging system, which keep sending. */
function keepPaying(api: Api, accounts: readonly string[]): () => Promise<void> {
  let stopped = false;
  const client = async (account: string) => {
    while (!stopped) {
      await api.record(account, { amount_cents: 100 });
      await sleep(250); // a 503 is returned at once
    }
  };
  const clients = accounts.slice(0, AT_A_TIME).map(client);
  return async () => {
    stopped = true;
    await Promise.all(clients);
  };
}

/** @returns the milliseconds of each. */
async function payments(api: Api, accounts: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  const queue = Array.from({ length: PAYMENTS }, (_, n) => accounts[n % accounts.length] ?? '').values();
  const client = async () => {
    for (const account of queue) {
      const started = performance.now();
      const { status, text } = await api.record(account, { amount_cents: 100 });
      times.push(performance.now() - started);
      if (status !== 201) throw new Error(`a payment was answered ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
  return times;
}

/** Both systems added and synced by the product's own services. */
function addSystems(place: Place, systems: readonly StandInProcess[], environment: Readonly<Record<string, string>>) {
  return withResources(
    place,
    async (resources) => {
      const lender = await openLender(resources, '', 'Bench Lending');
      const accounts = new Map<StandInProcess['kind'], string[]>();
      for (const system of systems) {
        const code = `hanging-${system.kind}`;
        await addLoanSystem(resources, system, { code, organizationId: lender.organizationId });
        const { rows } = await resources.pool.query('select id from account where loan_system_code = $1', [code]);
        accounts.set(
          system.kind,
          rows.map(({ id }) => id),
        );
      }
      return { key: await lender.key(), accounts };
    },
    environment,
  );
}
