import pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import type { SyncMode } from '../../subgraphs/servicing/loan-systems/sync/next-pass.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import { addWithoutSync } from '../../test/support/add-loan-system.js';
import { openLender } from '../../test/support/lender.js';
import type { RemoteStandIn } from '../../test/support/remote-stand-ins.js';
import { say } from '../support/bench.js';
import { type Place, withResources } from '../support/database.js';
import { markdownTable } from '../support/figures.js';
import { ownMemoryMb, watchMemory } from '../support/memory.js';
import { cpuMicrosecondsOf } from '../support/process-cpu.js';
import { type StandInProcess, startStandIn } from './stand-in-process.js';

/** Loans that get a payment between two syncs. */
const CHANGED = 100;
const MOST_RUNS = 20;
const FIGURES = [
  ...['s', 'processor, s', 'Postgres, s', 'loans read', 'transactions', 'calls', 'calls a loan', 'statements a loan'],
  ...['RSS before, MB', 'half-way', 'peak'],
];

/** A first sync, one after changes to some loans, one without changes, and a full one: in turn, on one stand-in. */
export async function syncTable(
  kind: RemoteStandIn['kind'],
  place: Place,
  loans: number,
  transactions: number,
): Promise<string> {
  const system = await startStandIn(kind, loans, Math.round(transactions / loans));
  const work = async (resources: Resources) => {
    const { organizationId } = await openLender(resources, '', `Bench ${kind}`);
    await addWithoutSync(resources, system, { code: kind, organizationId });
    const rows = [await measured(resources, system, 'first', 'full')];
    await payOnSome(resources, system);
    rows.push(await measured(resources, system, `incremental, ${CHANGED} loans changed`, 'incremental'));
    rows.push(await measured(resources, system, 'incremental, nothing changed', 'incremental'));
    rows.push(await measured(resources, system, 'full, nothing changed', 'full'));
    return markdownTable([`${kind}: sync`, ...FIGURES], rows);
  };
  try {
    return await withResources(place, work, system.environment);
  } finally {
    await system.stop();
  }
}

async function measured(resources: Resources, system: StandInProcess, what: string, mode: SyncMode) {
  say(`${system.kind}: ${what} …`);
  const callsBefore = await callsOf(system);
  const before = ownMemoryMb();
  const memory = watchMemory(250);
  const postgresBefore = await postgresSeconds(resources);
  const statements = countStatements();
  const processor = process.cpuUsage();
  const started = performance.now();
  const sync = new SystemSync({ ownPostings, ...resources, systems: loanSystems(resources) });
  let outcome = await sync.run({ code: system.kind, mode });
  // On a busy machine a call may take too long. The next run goes on there.
  for (let again = 1; outcome.kind === 'unavailable' && again < MOST_RUNS; again += 1) {
    outcome = await sync.run({ code: system.kind, mode: 'incremental' });
  }
  const seconds = (performance.now() - started) / 1000;
  const { user, system: kernel } = process.cpuUsage(processor);
  const sent = statements.stop();
  memory.stop();
  if (outcome.kind !== 'finished' || outcome.pass.loansFailed > 0) throw new Error(JSON.stringify(outcome));
  const { loansRead, transactions } = outcome.pass;
  const calls = (await callsOf(system)) - callsBefore;
  const postgres = ((await postgresSeconds(resources)) - postgresBefore).toFixed(1);
  const halfWay = memory.samples[Math.floor(memory.samples.length / 2)] ?? before;
  const megabytes = [before, halfWay, Math.max(before, memory.peakMb())].map((value) => value.toFixed(0));
  const perLoan = (count: number) => (loansRead === 0 ? '–' : (count / loansRead).toFixed(3));
  const times = [seconds.toFixed(1), ((user + kernel) / 1e6).toFixed(1), postgres];
  return [what, ...times, loansRead, transactions, calls, perLoan(calls), perLoan(sent), ...megabytes];
}

/** Counts what this process sends to Postgres, `begin` and `commit` included. */
function countStatements(): { readonly stop: () => number } {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    count += 1;
    return Reflect.apply(query, this, given);
  };
  return {
    stop: () => {
      pg.Client.prototype.query = query;
      return count;
    },
  };
}

/** Processor time of this database's sessions. Their connections stay open. */
async function postgresSeconds({ pool }: Resources): Promise<number> {
  const { rows } = await pool.query('select pid from pg_stat_activity where datname = current_database()');
  return ((await cpuMicrosecondsOf(rows.map(({ pid }) => pid))) ?? Number.NaN) / 1e6;
}

async function callsOf(system: StandInProcess): Promise<number> {
  const calls = await system.control({ op: 'calls' });
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}

/** Payments by another client of the loan system, posted directly to it. */
async function payOnSome(resources: Resources, { kind }: StandInProcess): Promise<void> {
  const system = loanSystems(resources).byCode(kind);
  const some = await resources.pool.query(
    'select id, organization_id, external_id from account where loan_system_code = $1 order by random() limit $2',
    [kind, CHANGED],
  );
  for (const { id, organization_id, external_id } of some.rows) {
    const outcome = await system.postPayment({
      loan: { organizationId: organization_id, accountId: id, externalId: external_id },
      externalReference: newId(),
      amountCents: cents(1_234),
      paymentMethod: 'cash',
      checkNumber: null,
      memo: null,
    });
    if (outcome.kind !== 'confirmed') throw new Error(`a payment was ${outcome.kind}`);
  }
}
