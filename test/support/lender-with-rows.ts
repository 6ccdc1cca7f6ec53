import { randomUUID } from 'node:crypto';
import type { Ledger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { Api, send } from './api.js';
import type { Lender } from './lender.js';
import { boardingOf, ledgerProduct } from './populated-ledger.js';
import { addCampaign } from './populated-messaging.js';
import type { TestInstance } from './test-instance.js';

/** A lender with at least one row for every route and every report, created by the product's own operations. */
export interface LenderWithRows {
  readonly lender: Lender;
  /** Valid ids, by the path segment before them. */
  readonly ids: Readonly<Record<string, string>>;
  /** The unversioned surface, with a key of every scope. */
  readonly unversioned: Api;
  /** `/v1`, with a token of every scope. */
  readonly v1: Api;
}

/**
 * The data of a paying borrower: payments, a returned one, a misposted one, a waived fee, a loan paid off, one charged
 * off.
 */
export async function lenderWithRows(instance: TestInstance, name: string): Promise<LenderWithRows> {
  const lender = await instance.lender(name);
  const [v1, plaintext] = [await lender.api(), (await lender.key()).plaintext];
  const unversioned = new Api(instance.baseUrl, plaintext);
  const ids = await addRows(instance, { lender, v1, unversioned });
  return { lender, ids: { ...ids, organizations: lender.organizationId, persons: lender.personId }, unversioned, v1 };
}

/** A row of every kind; for a lender that already has them, one more of each. */
export async function addRows(instance: TestInstance, { lender, v1, unversioned }: Omit<LenderWithRows, 'ids'>) {
  const account = await lender.ledgerAccount();
  const key = randomUUID();
  const payment = (await v1.record(account, {}, key)).json.payment_id;
  for (const is_nsf of [true, false]) {
    const again = await v1.record(account, { payment_method: 'check', check_number: 7 });
    await v1.reverse(again.json.payment_id, { is_nsf, reason: 'for a walk over every route' });
  }
  await servicing(instance, lender, account, (ledger, tx, loan) =>
    ledger.operations.waive(tx, loan, { component: 'fees', amountCents: cents(2_500), reason: 'courtesy' }),
  );
  await v1.record(await lender.ledgerAccount(50_000), { amount_cents: 50_000 });
  const lost = await lender.ledgerAccount();
  await servicing(instance, lender, lost, (ledger, tx, loan) => ledger.operations.chargeOff(tx, loan, 'bankruptcy'));
  await makePastDue(instance, await lender.ledgerAccount());
  const method = await lender.paymentMethod();
  const schedule = await unversioned.post('/autopay', { ...SCHEDULE, account_id: account, payment_method_id: method });
  if (schedule.status !== 201) throw new Error(`no schedule: ${schedule.status} ${schedule.text}`);
  const run = await addRun(instance, schedule.json.id);
  const batch = await v1.post(
    '/v1/payment-batches',
    { rows: [batchRow(account), batchRow(account)] },
    { 'idempotency-key': randomUUID() },
  );
  if (batch.status !== 202) throw new Error(`no batch: ${batch.status} ${batch.text}`);
  // No worker is running, and an organization has ten open ones at most.
  await instance.resources.pool.query("update payment_batch set status = 'completed' where id = $1", [
    batch.json.batch_id,
  ]);
  const endpoint = await webhookEndpoint(instance, lender, v1);
  const own = {
    'webhook-endpoints': endpoint,
    'idempotency-keys': key,
    'payment-batches': batch.json.batch_id as string,
    products: await ledgerProduct(v1),
    boardings: await boardingOf(instance.resources.pool, lender),
    accounts: account,
    loans: account,
    payments: payment,
    'payment-methods': method,
    autopay: schedule.json.id as string,
    'autopay-runs': run,
    disputes: await addDispute(instance, run),
  };
  return { ...own, ...(await addContent(instance, lender, unversioned)) };
}

/** An unreachable endpoint, with a delivery attempt. */
async function webhookEndpoint({ resources }: TestInstance, lender: Lender, v1: Api): Promise<string> {
  const made = await v1.post('/v1/webhook-endpoints', { url: 'https://receiver.invalid/hook', types: ['*'] });
  if (made.status !== 201) throw new Error(`no endpoint: ${made.status} ${made.text}`);
  for (const number of [1, 2]) {
    await resources.pool.query(
      `insert into webhook_attempt (id, organization_id, endpoint_id, event_id, number, succeeded, duration_ms)
       values ($1, $2, $3, $1, $4, false, 5)`,
      [newId(), lender.organizationId, made.json.id, number],
    );
  }
  return made.json.id;
}

function batchRow(account: string) {
  return { idempotency_key: randomUUID(), account_id: account, amount_cents: 100, payment_method: 'cash' };
}

/** A workspace with a template, a merge field and an asset, and a campaign with an event. */
async function addContent({ resources }: TestInstance, lender: Lender, api: Api) {
  const workspace_id = await lender.workspace();
  await addCampaign(resources.pool, lender.organizationId, workspace_id);
  const added = async (path: string, body: object): Promise<string> => {
    const answer = await api.post(path, { workspace_id, name: 'n', ...body });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.json.id;
  };
  return {
    workspaces: workspace_id,
    'email-templates': await added('/email-templates/', { subject_template: '{{ company }}' }),
    'workspace-merge-fields': await added('/workspace-merge-fields/', { placeholder: 'company', value: 'v' }),
    'workspace-assets': await added('/workspace-assets/', { placeholder: 'logo' }),
    'webhook-addresses': await webhookAddress(api, lender),
  };
}

async function webhookAddress(api: Api, { organizationId: organization_id }: Lender): Promise<string> {
  const body = { organization_id, provider: 'generic', name: 'n' };
  return (await api.post('/campaign-events/webhook-addresses/', body)).json.address.id;
}

/** A past run date of a schedule, a day after the previous one. */
export async function addRun({ resources }: TestInstance, scheduleId: string): Promise<string> {
  const id = newId();
  await resources.pool.query(
    `insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status)
     select $2, s.organization_id, s.id, s.account_id,
            date '2025-01-01' + (select count(*) from autopay_run r where r.schedule_id = s.id)::int, 'missed'
       from autopay_schedule s where s.id = $1`,
    [scheduleId, id],
  );
  return id;
}

/** A dispute of a run's charge by a borrower's bank. */
async function addDispute({ resources }: TestInstance, runId: string): Promise<string> {
  const id = newId();
  await resources.pool.query(
    `insert into dispute (id, organization_id, processor, external_id, charge_external_id, run_id, account_id, amount_cents, reason,
       status, is_withdrawn, opened_at)
     select $2, r.organization_id, 'sandbox', $2, $2, r.id, r.account_id, 100, 'fraudulent', 'needs_response', true, now()
       from autopay_run r where r.id = $1`,
    [runId, id],
  );
  return id;
}

/** A schedule that charges nothing during a test. */
export const SCHEDULE = {
  amount_cents: 5_000,
  frequency_unit: 'month',
  frequency_interval: 1,
  start_date: '2099-01-31',
} as const;

type Act = (
  ledger: Ledger,
  ...rest: Parameters<Ledger['operations']['disburse']>
) => ReturnType<Ledger['operations']['disburse']>;

async function servicing({ resources }: TestInstance, lender: Lender, accountId: string, act: Act): Promise<void> {
  const { db, clock } = resources;
  const loan = { organizationId: lender.organizationId, accountId, externalId: accountId };
  await db.transaction(async (tx) => {
    const outcome = await act(createLedger({ db, clock, endSchedules }), tx, loan);
    if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.reason}`);
    await applyChange(tx, { clock, endSchedules }, outcome.change);
  });
}

/** As day-end would have written it 40 days after a missed installment. */
async function makePastDue({ resources }: TestInstance, accountId: string): Promise<void> {
  await resources.pool.query(
    `insert into past_due_snapshot (organization_id, account_id, as_of, status_code, balance_cents, past_due_cents, oldest_unpaid_on)
     select organization_id, id, current_date - 5, 'delinquent', current_balance_cents, 60000, current_date - 40 from account where id = $1`,
    [accountId],
  );
  await resources.pool.query(
    "update past_due_snapshot set past_due_cents = 60000, status_code = 'delinquent', oldest_unpaid_on = current_date - 40 where account_id = $1",
    [accountId],
  );
}

/** Any method with any headers, as an integrator's client would send it. */
export function call(
  api: Api,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  return send(`${api.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${api.token}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
