import { mkdir, writeFile } from 'node:fs/promises';
import { test } from 'vitest';
import { Problem } from '../../core/errors/problem.js';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { subgraphsSource } from '../../runtime/assembly/subgraphs-source.js';
import { WebhookSender } from '../../subgraphs/messaging/outgoing-webhooks/sending/sender.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { BatchWorker } from '../../subgraphs/payments/collected/batch/batch-worker.js';
import { postings } from '../../subgraphs/payments/collected/build-posting-services.js';
import type { PaymentRecorder } from '../../subgraphs/payments/collected/recording/record-payment.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-daily-positions.js';
import { Api } from '../support/api.js';
import { BOARDER, csv, LOAN, PAYMENT, product, receiveOnly } from '../support/board-file.js';
import { graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';
import { dumpOf } from './dump.js';
import type { InFlight } from './in-flight.js';

const SETTINGS = {
  CURSOR_SIGNING_SECRET: 'a-secret-of-the-upgrade-dumps-and-of-nothing-else',
  CARD_FINGERPRINT_SECRET: 'another-secret-of-the-upgrade-dumps-and-of-nothing-else',
  DATA_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64url'),
};

const NBSP = '\u00a0';
/** The business day on which the version is stopped. */
const STOPPED_ON = '2026-11-24';
const clock = new SimulatedClock('2026-03-02T15:00:00Z');

/**
 * Writes `in-flight-07aceb60`: a database of commit 07aceb60 that is stopped in the middle of its work. It was run
 * once, in a worktree of that commit, with this file, `in-flight.ts` and `test/support/until.ts` copied to it, and this
 * file in `vitest.config.ts` instead of `write-dump.ts`. With a later version it fails: that version refuses the batch,
 * and holds one of the equal runs before it is charged.
 */
test('a database of 07aceb60, stopped in the middle of its work', async () => {
  const instance = await openTestInstance({ worker: false, environment: SETTINGS, clock });
  try {
    const inFlight = await stoppedIn(instance);
    const folder = new URL('in-flight-07aceb60/', import.meta.url);
    await mkdir(folder, { recursive: true });
    await writeFile(new URL('database.json.gz', folder), await dumpOf(instance.databaseUrl));
    await writeFile(new URL('promises.json', folder), `${JSON.stringify(inFlight, null, 2)}\n`);
  } finally {
    await instance.close();
  }
}, 300_000);

async function stoppedIn(instance: TestInstance): Promise<InFlight> {
  const lender = await instance.lender();
  const key = await lender.key();
  const closedDays = await servicedUntilStopped(instance, lender);
  const harness: Desk = {
    instance,
    lender,
    api: await lender.api(),
    keyed: new Api(instance.baseUrl, key.plaintext),
    writes: [],
  };
  const deliveries = await endpoint(harness);
  const { pending, reversal } = await unconfirmed(harness);
  await failToDeliver(harness);
  const graphql = await paddedKeys(harness);
  const batch = await halfWorkedBatch(harness);
  const autopay = await autopayInFlight(harness);
  const boardingId = await boardingInWork(harness);
  const reports = await Promise.all(
    [...closedDays.days].flatMap((day) =>
      ['abr', 'dr', 'wor', 'pif'].map(async (code) => {
        const path = `/reports/${code}?from=${day}&to=${day}`;
        return { path, items: (await harness.keyed.get(path)).json.items };
      }),
    ),
  );
  const series = (await graphClient(instance.graphqlUrl, harness.api.token)(SERIES)).json.data;
  const jobs = (await instance.resources.pool.query(JOBS)).rows;
  return {
    settings: SETTINGS,
    stoppedOn: STOPPED_ON,
    stoppedAt: new Date().toISOString(),
    organizationId: lender.organizationId,
    key,
    writes: harness.writes,
    graphql,
    reports,
    series: { query: SERIES, data: series },
    pending,
    reversal,
    batch,
    autopay,
    boardingId,
    ...{ undoneAccountId: closedDays.undone, lostAccountId: closedDays.lost, paidOff: closedDays.paidOff, deliveries },
    jobs,
  };
}

interface Desk {
  readonly instance: TestInstance;
  readonly lender: Lender;
  readonly api: Api;
  /** Authenticates with the key itself, for reports. */
  readonly keyed: Api;
  readonly writes: InFlight['writes'][number][];
}

/** Runs the worker's evening jobs on a day, which closes the days before it. */
async function evening({ resources: { db, logger } }: TestInstance, day: string): Promise<void> {
  clock.moveTo(`${day}T15:00:00Z`);
  const { closedThrough } = await runDayEnd({ db, clock, logger, endSchedules });
  await writePositionsDue({ db, clock, logger }, closedThrough);
}

/**
 * Two loans that day-end charged off, one of which an operator undid, and one paid off with the interest of the payoff
 * day; then the days since.
 */
async function servicedUntilStopped(instance: TestInstance, lender: Lender) {
  const undone = await lender.ledgerAccount();
  const lost = await lender.ledgerAccount();
  await evening(instance, '2026-07-02');
  const written = async (path: string, body: object) => {
    const answer = await (await lender.api()).post(path, body, { 'idempotency-key': newId() });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.json;
  };
  await written(`/v1/ledger/loans/${undone}/charge-off/reversal`, { reason: 'by mistake' });
  await written(`/v1/accounts/${undone}/payments`, { amount_cents: 600_000, payment_method: 'cash' });
  await evening(instance, '2026-11-02');
  await (await product(lender, 'through')).revise({ payoff_rule: 'through_payoff_day' });
  const through = (await instance.resources.pool.query(`select id from ledger_product where code = 'through'`)).rows[0]
    .id;
  const { id } = await written('/v1/ledger/loans', {
    loan_number: 'THROUGH-1',
    product_id: through,
    borrowers: [{ role: 'primary', party_id: lender.personId }],
    originated_on: '2026-11-02',
    first_due_on: '2026-12-02',
    original_principal_cents: 120_000,
    annual_rate: '12',
    term_months: 12,
  });
  await written(`/v1/ledger/loans/${id}/disbursement`, {});
  await evening(instance, '2026-11-20');
  const { amount_cents } = (await (await lender.api()).get(`/v1/accounts/${id}/payoff`)).json;
  const paidOff = await written(`/v1/accounts/${id}/payments`, { amount_cents, payment_method: 'cash' });
  await evening(instance, STOPPED_ON);
  const days = ['2026-06-30', '2026-07-01', '2026-07-02', '2026-11-19', '2026-11-20', '2026-11-23'];
  return { undone, lost, days, paidOff: { accountId: String(id), paymentId: String(paidOff.payment_id) } };
}

async function post(harness: Desk, path: string, body: Readonly<Record<string, unknown>>, key: string = newId()) {
  const { status, text, json } = await harness.api.post(path, body, { 'idempotency-key': key });
  if (status >= 400) throw new Error(`${path}: ${text}`);
  harness.writes.push({ path, key, body, status, answer: text });
  return json;
}

const CASH = { amount_cents: 10_000, payment_method: 'cash' } as const;

/** Creates an endpoint; all later events wait for delivery. */
async function endpoint({ api, instance }: Desk): Promise<InFlight['deliveries']> {
  const made = await api.post('/v1/webhook-endpoints', { url: 'https://receiver.invalid/hook', types: ['*'] });
  if (made.status !== 201) throw new Error(made.text);
  const { rows } = await instance.resources.pool.query('select count(*)::int as n from event');
  return { endpointId: String(made.json.id), secret: String(made.json.secret), eventsBefore: Number(rows[0].n) };
}

/** Creates deliveries of the events so far, whose attempts all fail. Deliveries of later events do not exist yet. */
async function failToDeliver({ instance: { resources } }: Desk): Promise<void> {
  const { db, secrets, logger } = resources;
  const { receivers } = subgraphsSource(resources);
  const sender = new WebhookSender({ db, receivers, secrets, logger, clock });
  sender.start();
  await until(async () => {
    const text = 'select count(*)::int as n from webhook_attempt where not succeeded';
    return (await resources.pool.query(text)).rows[0].n > 0;
  }, 'a delivery has failed');
  await sender.stop();
}

async function unconfirmed(harness: Desk) {
  const paid = async (scenario: 'SBX-UNCONFIRMED-POSTS' | 'SBX-UNCONFIRMED-LOST' | 'SBX-REVERSAL-UNCONFIRMED') =>
    post(harness, `/v1/accounts/${await harness.lender.sandboxAccount(scenario)}/payments`, CASH);
  const pending = [
    { paymentId: String((await paid('SBX-UNCONFIRMED-POSTS')).payment_id), becomes: 'posted' },
    { paymentId: String((await paid('SBX-UNCONFIRMED-LOST')).payment_id), becomes: 'failed' },
  ];
  const reversal = String((await paid('SBX-REVERSAL-UNCONFIRMED')).payment_id);
  await post(harness, `/v1/payments/${reversal}/reversal`, { reason: 'twice' });
  return { pending, reversal };
}

/** Keys that this version stores with their surrounding white space. */
async function paddedKeys(harness: Desk): Promise<InFlight['graphql']> {
  const accountId = await harness.lender.ledgerAccount();
  await post(harness, `/v1/accounts/${accountId}/payments`, CASH, `till-10${NBSP}`);
  const variables = { accountId, key: '  till-9 ', input: { amountCents: 20_000, paymentMethod: 'cash' } };
  const { json } = await graphClient(harness.instance.graphqlUrl, harness.api.token)(RECORD, variables);
  return { query: RECORD, variables, payment: json.data.recordPayment.payment };
}

/** A batch from two exports: keys with trailing white space, and without. Its worker dies halfway. */
async function halfWorkedBatch(harness: Desk): Promise<InFlight['batch']> {
  const accounts = await Promise.all(Array.from({ length: 4 }, () => harness.lender.ledgerAccount()));
  const [twice = '', unwritten = '', untried = '', reversed = ''] = accounts;
  const row = (idempotency_key: string, account_id: string, amount_cents: number) => ({
    ...{ idempotency_key, account_id, amount_cents, payment_method: 'cash' },
  });
  const rows = [
    row('dep-1', twice, 1_100),
    row('dep-1  ', twice, 1_100),
    row('dep-2 ', unwritten, 1_200),
    row('dep-3', untried, 1_300),
    row(' dep-4', reversed, 1_400),
    row('dep-4', reversed, 1_400),
  ];
  const made = await post(harness, '/v1/payment-batches', { mode: 'continue', rows });
  const source = subgraphsSource(harness.instance.resources);
  const { recorder } = postings(source);
  const record = recorder.record.bind(recorder);
  const interrupted: PaymentRecorder['record'] = async (principal, request) => {
    const { idempotencyKey: key } = request;
    if (key === 'dep-1' || key === ' dep-4') return record(principal, request);
    // Posted, but the answer was lost.
    if (key === 'dep-2 ') await record(principal, request);
    throw new Problem('posting_unavailable');
  };
  recorder.record = interrupted;
  await new BatchWorker({ ...source, recorder }).work({
    organizationId: harness.lender.organizationId,
    id: made.batch_id,
  });
  return { id: String(made.batch_id), accountIds: accounts };
}

async function autopayInFlight(harness: Desk): Promise<InFlight['autopay']> {
  const { lender, instance } = harness;
  const scheduled = async (accountId: string, methodId: string) => {
    const made = await post(harness, '/v1/autopay', {
      account_id: accountId,
      payment_method_id: methodId,
      amount_cents: 5_000,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: STOPPED_ON,
    });
    return String(made.id);
  };
  const card = (processorToken: string) => lender.paymentMethod({ processorToken });
  const alone = async (token: string) => scheduled(await lender.ledgerAccount(), await card(token));
  const [equalAccount, equalCard] = [await lender.ledgerAccount(), await card('pm_card_visa')];
  const [laterAccount, laterCard] = [await lender.ledgerAccount(), await card(DECLINES)];
  const ids = {
    equal: [await scheduled(equalAccount, equalCard), await scheduled(equalAccount, equalCard)],
    equalRetrying: await scheduled(laterAccount, laterCard),
    equalPosted: await scheduled(laterAccount, laterCard),
    retrying: await alone(DECLINES),
    unsent: await alone('pm_card_visa'),
    unconfirmed: await alone('pm_sandbox_unconfirmed_charged'),
    charged: await alone('pm_card_visa'),
  };
  const runner = new AutopayRunner(subgraphsSource(instance.resources));
  await runner.createDueRuns(lender.organizationId);
  const runOf = async (schedule: string) => {
    const text = 'select id, status::text from autopay_run where schedule_id = $1';
    const [run] = (await instance.resources.pool.query(text, [schedule])).rows;
    return { id: String(run.id), organizationId: lender.organizationId, status: String(run.status) };
  };
  const stepUntil = async (schedule: string, status: string) => {
    for (let steps = 0; (await runOf(schedule)).status !== status; steps += 1) {
      if (steps > 10) throw new Error(`a run does not become ${status}`);
      await runner.step(await runOf(schedule));
    }
  };
  await stepUntil(ids.equalRetrying, 'retrying');
  await instance.resources.pool.query('update payment_method set processor_token = $2 where id = $1', [
    laterCard,
    'pm_card_visa',
  ]);
  await stepUntil(ids.equalPosted, 'posted');
  await stepUntil(ids.retrying, 'retrying');
  await stepUntil(ids.charged, 'charged');
  await runner.step(await runOf(ids.unconfirmed));
  return ids;
}

const DECLINES = 'pm_card_chargeDeclinedInsufficientFunds';

/** A boarding with one of three loans written. */
async function boardingInWork({ instance, lender }: Desk): Promise<string> {
  const loans = ['A-1', 'A-2', 'A-3'].map((loan_number) => ({ ...LOAN, loan_number, as_of: STOPPED_ON }));
  const { resources } = instance;
  const boarding = await receiveOnly(resources, lender.organizationId, csv(...loans, PAYMENT), BOARDER);
  const { db, secrets } = resources;
  const isOver = await runBoarding({ db, clock, secrets, batchLoans: 1 }, boarding, { mostSteps: 2 });
  if (isOver) throw new Error('the boarding is over');
  return boarding.id;
}

const SERIES = `{
  balanceSeries(from: "2026-03-02", to: "2026-11-23", interval: WEEK, groupBy: STATUS) { points { day group accounts balanceCents pastDueCents } }
  rollRates(from: "2026-03-01", to: "2026-11-23") { monthEnd fromState toState accounts balanceCents rateOfAccounts }
}`;

/** The next jobs of the worker. */
const JOBS = `
  select t.identifier, j.payload, j.key from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   order by j.id`;
