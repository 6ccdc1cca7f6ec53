import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addLoanSystem, syncLoanSystem } from './add-loan-system.js';
import type { ApiAnswer } from './api.js';
import { hurryLookups } from './hurry-lookups.js';
import { KillableProduct, type Order, recordWhileKilled } from './killable-product.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from './remote-stand-ins.js';
import { until } from './until.js';

export interface RemoteOnceOptions {
  /** A migrated, empty database, as its owner. */
  readonly databaseUrl: string;
  /** Payments for each loan system; at least 40, so that each fault occurs. */
  readonly keys: number;
  readonly kills: number;
  readonly atATime: number;
  readonly say?: (line: string) => void;
}

const LOANS = 20;
const PRINCIPAL_CENTS = 10_000_000;

/**
 * The faults of every second posting, in turn; the two late ones are carried out before and after the payment was
 * settled as failed.
 */
const SETTLE_AFTER_MS = 3_000;
const POSTING_FAULTS = [
  'post_and_hang',
  'fail_before_posting',
  'reset_after',
  'locked',
  'post_and_fail',
  'hang',
  'wrong_json',
  'reset_before',
  'html',
  'refuse',
  { kind: 'post_late', lateMs: 2_000 },
  'in_progress',
  'validation_error',
  { kind: 'post_late', lateMs: 60_000 },
  { kind: 'slow', slowMs: 100 },
] as const;

/**
 * Records payments over stand-ins of both remote loan systems, with a fault at every second posting, while the product
 * is killed.
 *
 * @throws unless every key's response, the payment and the loan system's own books agree, and each was posted once or
 * correctly not posted.
 */
export async function proveRemoteExactlyOnce({ databaseUrl, ...options }: RemoteOnceOptions): Promise<void> {
  const systems = await Promise.all(REMOTE_KINDS.map((kind) => openStandIn(kind)));
  try {
    const environment = {
      LOG_LEVEL: 'silent',
      RECONCILE_FIRST_DELAY_MS: '100',
      LOAN_SYSTEM_TIMEOUT_MS: '1500',
      LOAN_SYSTEM_BREAK_MS: '50',
      LOAN_SYSTEM_SETTLE_AFTER_MS: String(SETTLE_AFTER_MS),
      ...Object.assign({}, ...systems.map((system) => system.environment)),
    };
    const product = await KillableProduct.open({ databaseUrl, environment });
    try {
      await proven(product, systems, options);
    } finally {
      await product.close();
    }
  } finally {
    await Promise.all(systems.map((system) => system.close()));
  }
}

async function proven(
  product: KillableProduct,
  systems: readonly RemoteStandIn[],
  { keys, kills, atATime, say }: Omit<RemoteOnceOptions, 'databaseUrl'>,
): Promise<void> {
  const orders: (Order & { readonly system: RemoteStandIn })[] = [];
  for (const system of systems) {
    const accounts = await borrow(product, system);
    for (let n = 0; n < keys; n += 1) {
      orders.push({ key: randomUUID(), account: accounts[n % LOANS] ?? '', amount: 1_000 + n, system });
    }
    system.faults.every('repay', 2, ...POSTING_FAULTS);
    for (const call of system.reads) system.faults.every(call, 10, 'fail_before_posting', 'html', 'reset_before');
  }
  orders.sort((one, other) => one.amount - other.amount); // both systems in turn
  await product.start();
  const hurrying = setInterval(() => void hurryLookups(product.sql), 1_000);
  const answers = await recordWhileKilled(product, orders, { copies: 1, kills, atATime, say }).finally(() =>
    clearInterval(hurrying),
  );
  for (const { faults } of systems) {
    faults.clear();
    faults.arriveLate();
  }
  say?.('every outcome is known; what was given up is looked for once more');
  await lookLate(product);
  for (const system of systems) {
    const own = answers.filter((_, n) => orders[n]?.system === system);
    await isTruthful(product, system, own.flat());
    await syncLoanSystem(product.resources, system.kind);
    await isInTheModel(product, system);
    assert.deepEqual(system.violations, []);
  }
}

/** Adds a loan system with loans; returns the ids of their accounts. */
async function borrow({ resources, lender, sql }: KillableProduct, system: RemoteStandIn): Promise<readonly string[]> {
  for (let made = 0; made < LOANS; made += 1) system.makeLoan(PRINCIPAL_CENTS);
  const { organizationId } = lender;
  await addLoanSystem(resources, system, { code: system.kind, organizationId });
  const { rows } = await sql.query('select id from account where loan_system_code = $1 order by id', [system.kind]);
  assert.equal(rows.length, LOANS);
  return rows.map(({ id }) => id);
}

/** Checks that every key's response, the payments here, and the loan system's own books agree. */
async function isTruthful(
  { sql }: KillableProduct,
  system: RemoteStandIn,
  answers: readonly ApiAnswer[],
): Promise<void> {
  const { rows: payments } = await sql.query(
    'select c.id, c.status, c.posting_reference as "postedAs" from collected_payment c join account a on a.id = c.account_id where a.loan_system_code = $1',
    [system.kind],
  );
  const exceptions = await sql.query(`select subject_id from operator_exception where kind = 'posted_after_failed'`);
  const raised = new Set(exceptions.rows.map(({ subject_id }) => subject_id));
  const contradicted = payments.filter(({ id }) => raised.has(id));
  const posted: string[] = answers.filter(({ status }) => status === 201).map(({ json }) => json.payment_id);
  assert.equal(new Set(posted).size, posted.length);
  const idsOf = (wanted: string): string[] => payments.filter(({ status }) => status === wanted).map(({ id }) => id);
  assert.deepEqual(idsOf('posted').sort(), posted.toSorted());
  assert.equal(idsOf('posted').length + idsOf('failed').length, payments.length);
  for (const { id, status, postedAs } of payments) {
    const isPosted = status === 'posted' || raised.has(id);
    assert.deepEqual([id, status, system.postingsUnder(postedAs)], [id, status, isPosted ? 1 : 0]);
  }
  // A refused payment has no posting in Tributary or in the loan system.
  const refused = answers.filter(({ status }) => status === 422).map(({ json }) => json.detail.error_code);
  assert.deepEqual([...new Set(refused)], ['servicing_rejected']);
  const held = system.loans().flatMap((loan) => Object.keys(system.booksOf(loan).payments));
  assert.equal(held.length, posted.length + contradicted.length);
  assert.equal(posted.length + refused.length, answers.length);
  assert.ok(contradicted.length > 0, `${system.kind}: a posting arrives after it was settled as failed`);
  assert.ok(posted.length > answers.length / 2, `${system.kind}: ${posted.length} of ${answers.length} are posted`);
}

/** Checks the normalized model's balances and payments against the loan system's own books. */
async function isInTheModel({ sql }: KillableProduct, system: RemoteStandIn): Promise<void> {
  for (const externalId of system.loans()) {
    const of = [system.kind, externalId];
    const account = await sql.query(
      'select current_balance_cents::int as balance from account where loan_system_code = $1 and external_id = $2',
      of,
    );
    const transactions = await sql.query(
      `select t.external_id, t.amount_cents::int as amount, t.status from transaction t join account a on a.id = t.account_id
        where a.loan_system_code = $1 and a.external_id = $2 and t.type = 'payment'`,
      of,
    );
    const books = system.booksOf(externalId);
    assert.deepEqual([externalId, account.rows[0].balance], [externalId, books.balanceCents]);
    const amounts = transactions.rows.map(({ external_id, amount }) => [external_id, amount]);
    assert.deepEqual(Object.fromEntries(amounts), books.payments);
    assert.deepEqual(
      transactions.rows.filter(({ status }) => status !== 'posted'),
      [],
    );
  }
}

/** Reconciliation repeats the lookup of a given-up posting a minute later: this ends that minute at once. */
async function lookLate({ sql }: KillableProduct): Promise<void> {
  const failed = `payload->>'id' in (select id from collected_payment where status = 'failed')`;
  await sql.query(
    `update collected_payment set reference_lease_until = reference_lease_until - interval '2 minutes' where status = 'failed'`,
  );
  await sql.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null where ${failed}`,
  );
  const waiting = `select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts and ${failed}`;
  await until(
    async () => (await sql.query(waiting)).rowCount === 0,
    'each failed payment was looked for once more',
    120_000,
  );
}
