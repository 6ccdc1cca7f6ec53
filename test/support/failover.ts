import { randomUUID } from 'node:crypto';
import { systemPrincipal } from '../../core/principal/principal.js';
import { remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { startJobs } from '../../runtime/assembly/worker-jobs.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { syncLoanSystem } from './add-loan-system.js';
import { type Forwarder, openForwarder } from './forwarder.js';
import { confirmedAs, Gate, quoted } from './scripted-loan-system.js';
import { ScriptedSource } from './scripted-source.js';
import { openReplicatedPostgres, type ReplicatedPostgres } from './streaming-replica.js';
import { openTestInstance, type TestInstance } from './test-instance.js';
import { until } from './until.js';

/** A primary and its streaming replica behind one address, which the test moves from one to the other. */
export interface FailoverPostgres extends ReplicatedPostgres {
  /** Connections through the address: as the owner, and as the product's role. */
  readonly url: string;
  readonly runUrl: string;
  readonly address: Forwarder;
  readonly primaryPort: number;
  readonly replicaPort: number;
}

export async function openFailoverPostgres(): Promise<FailoverPostgres> {
  const postgres = await openReplicatedPostgres();
  const primaryPort = Number(new URL(postgres.primaryUrl).port);
  const address = await openForwarder(primaryPort);
  const byAddress = (direct: string) => {
    const url = new URL(direct);
    url.port = String(address.port);
    return url.href;
  };
  return {
    ...postgres,
    url: byAddress(postgres.primaryUrl),
    runUrl: byAddress(postgres.primaryRunUrl),
    address,
    primaryPort,
    replicaPort: Number(new URL(postgres.replicaUrl).port),
    drop: async () => {
      await address.close();
      await postgres.drop();
    },
  };
}

export interface FailoverOptions {
  /** Rows of the batch that pay ledger loans; four more, the first ones, pay loans of a remote loan system. */
  readonly rows: number;
}

/** The result of an asynchronous failover in the middle of a payment batch. */
export interface FailoverCounts {
  /** Payments that were committed on the old primary when it was killed. */
  readonly recorded: number;
  /** How many of them the new primary did not have. */
  readonly lost: number;
  /** Rows of the finished batch by outcome; outcomes without rows are left out. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Rows of the finished batch whose payment is not in the database. */
  readonly withoutPayment: number;
  /** Payments in the ledger's journal. */
  readonly posted: number;
  /** References in the remote loan system: a payment that was lost here and sent again has the same one. */
  readonly postedRemotely: number;
  /** From the kill until the batch was finished, in milliseconds. */
  readonly recoveredMs: number;
}

const REMOTE_ROWS = 4;

/**
 * A payment batch during which the primary is lost and a lagging replica is promoted: the worker has outcomes in memory
 * whose commits are lost.
 *
 * The remote loan system controls the timing. It gives no quote until the replica has the started batch and receives
 * nothing more, and it answers the first payment only after the failover, so that no outcome is written before.
 */
export async function runAsynchronousFailover({ rows }: FailoverOptions): Promise<FailoverCounts> {
  const postgres = await openFailoverPostgres();
  const remote = new ScriptedSource('core');
  const instance = await openTestInstance({
    database: postgres,
    worker: false,
    loanSystemKinds: { core: remote.kind },
    environment: {
      LOAN_SYSTEM_SECRET_SCRIPTED: 'let me in',
      LOAN_SYSTEM_TIMEOUT_MS: '60000',
      PAYMENT_BATCH_PARALLEL: String(REMOTE_ROWS),
    },
  });
  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
  try {
    const { api, batchId } = await submitted(instance, remote, rows);
    const [quoting, posting] = [new Gate(), new Gate()];
    remote.script.quotePayoff = async () => {
      await quoting.pass();
      return quoted();
    };
    remote.script.postPayment = async (order) => {
      if (remote.sent.length === 1) await posting.pass();
      return confirmedAs(order);
    };
    jobs = await startJobs(instance.resources);
    await quoting.reached;
    await postgres.caughtUp();
    await postgres.stopReceiving();
    quoting.open();
    await posting.reached;
    const isPosted = async () => (await countOf(postgres.onPrimary, POSTED_REMOTELY)) >= REMOTE_ROWS - 1;
    await until(isPosted, 'all other payments of the remote loan system are posted');

    const began = performance.now();
    postgres.address.cut();
    const recorded = await idsOf(postgres.onPrimary);
    await postgres.killPrimary();
    await postgres.promote();
    const kept = new Set(await idsOf(postgres.onReplica));
    postgres.address.to(postgres.replicaPort);
    posting.open();
    const read = async () => (await api.get(`/v1/payment-batches/${batchId}`)).json;
    await until(async () => ['completed', 'stopped'].includes((await read()).status), 'the batch is over', 120_000);
    const recoveredMs = Math.round(performance.now() - began);
    return {
      recorded: recorded.length,
      lost: recorded.filter((id) => !kept.has(id)).length,
      outcomes: nonEmpty((await read()).outcomes),
      withoutPayment: await countOf(postgres.onReplica, ROWS_WITHOUT_PAYMENT),
      posted: await countOf(postgres.onReplica, POSTED),
      postedRemotely: new Set(remote.sent).size,
      recoveredMs,
    };
  } finally {
    await jobs?.stop();
    await instance.close();
  }
}

const POSTED_REMOTELY = `
  select count(*)::int as count from collected_payment c join account a on a.id = c.account_id
   where a.loan_system_code = 'core' and c.status = 'posted'`;
const POSTED = `select count(*)::int as count from ledger_entry where type = 'payment'`;
const ROWS_WITHOUT_PAYMENT = `
  select count(*)::int as count from payment_batch_row r
   where r.payment_id is not null and not exists (select from collected_payment c where c.id = r.payment_id)`;

type Run = ReplicatedPostgres['onPrimary'];

async function countOf(run: Run, sql: string): Promise<number> {
  return Number((await run(sql))[0]?.['count']);
}

async function idsOf(run: Run): Promise<readonly string[]> {
  return (await run('select id from collected_payment')).map(({ id }) => String(id));
}

function nonEmpty(outcomes: Readonly<Record<string, { readonly rows: number }>>): Readonly<Record<string, number>> {
  const counts = Object.entries(outcomes).map(([outcome, { rows }]) => [outcome, rows] as const);
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

/** The batch, accepted but not started. */
async function submitted(instance: TestInstance, remote: ScriptedSource, rows: number) {
  const lender = await instance.lender();
  const ledger: string[] = [];
  while (ledger.length < rows) ledger.push(await lender.ledgerAccount());
  const body = {
    mode: 'continue',
    rows: [...(await remoteAccounts(instance, remote, lender.organizationId)), ...ledger].map((account, index) => ({
      idempotency_key: `row-${index}`,
      account_id: account,
      amount_cents: 100 + index,
      payment_method: 'cash',
    })),
  };
  const api = await lender.api();
  const made = await api.post('/v1/payment-batches', body, { 'idempotency-key': randomUUID() });
  return { api, batchId: String(made.json.batch_id) };
}

async function remoteAccounts(instance: TestInstance, remote: ScriptedSource, organizationId: string) {
  const { resources } = instance;
  const { code } = remote;
  for (let loan = 1; loan <= REMOTE_ROWS; loan += 1) remote.put(String(loan));
  const added = await new LoanSystemService({ ...resources, remotes: remoteSystems(resources) }).add(
    systemPrincipal('test'),
    {
      code,
      kind: code,
      baseUrl: 'http://core.test',
      organizationId,
      settings: { tenant: 't' },
      secretEnv: { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' },
    },
    true,
  );
  if (added.outcome === 'refused') throw new Error(added.problems.join('; '));
  await resources.addedSystems.refresh();
  await syncLoanSystem(resources, code);
  const accounts = await resources.pool.query<{ id: string }>('select id from account where loan_system_code = $1', [
    code,
  ]);
  return accounts.rows.map(({ id }) => id);
}
