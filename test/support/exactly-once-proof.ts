import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer } from './api.js';
import { consultOracle } from './balance-oracle.js';
import { type KillableProduct, type Order, recordWhileKilled } from './killable-product.js';
import { mapConcurrently } from './map-concurrently.js';

export interface ExactlyOnceOptions {
  /** A started product, on a database without recorded payments. */
  readonly product: KillableProduct;
  readonly keys: number;
  /** The number of clients that send each key at once. */
  readonly copies: number;
  readonly kills: number;
  readonly say?: ((line: string) => void) | undefined;
}

const ACCOUNTS = 20;
const KEYS_AT_A_TIME = 10;

/**
 * Records payments on the ledger, each under a key that many clients send at once. The process is killed each time the
 * outcome of another share of the keys is known and the next ones are in flight.
 *
 * @throws unless each key made one payment, one posting and one answer, and the books add up.
 */
export async function proveExactlyOnce({ product, keys, copies, kills, say }: ExactlyOnceOptions): Promise<void> {
  // A few at a time: all at once would wait for each other's connections, which a busy machine opens too slowly.
  const accounts = await mapConcurrently(Array.from({ length: ACCOUNTS }), 4, () =>
    product.lender.ledgerAccount(10_000_000),
  );
  const orders = Array.from({ length: keys }, (_, n) => ({
    key: randomUUID(),
    account: accounts[n % ACCOUNTS] ?? '',
    amount: 1_000 + n,
  }));
  const answers = await recordWhileKilled(product, orders, { copies, kills, atATime: KEYS_AT_A_TIME, say });
  await isEachOnce(product, answers);
  await addUp(product, orders);
}

async function isEachOnce({ sql }: KillableProduct, answers: readonly (readonly ApiAnswer[])[]): Promise<void> {
  for (const copies of answers) {
    assert.equal(copies[0]?.status, 201, copies[0]?.text);
    assert.equal(new Set(copies.map(({ status, text }) => `${status} ${text}`)).size, 1, 'each copy has one answer');
  }
  const ids: string[] = answers.map((copies) => copies[0]?.json.payment_id).sort();
  assert.equal(new Set(ids).size, answers.length);
  const payments = await sql.query('select id, status from collected_payment order by id');
  assert.deepEqual(
    payments.rows,
    ids.map((id) => ({ id, status: 'posted' })),
  );
  const postings = await sql.query(
    "select external_reference as id from ledger_entry where type = 'payment' order by 1",
  );
  assert.deepEqual(
    postings.rows,
    ids.map((id) => ({ id })),
  );
}

/** Checks the journal, the balances of loans and accounts, and an independent recomputation. */
async function addUp({ sql, resources }: KillableProduct, orders: readonly Order[]): Promise<void> {
  const trial = await sql.query('select coalesce(sum(amount_cents), 0)::int as sum from ledger_line');
  assert.deepEqual(trial.rows, [{ sum: 0 }]);
  const balances = await sql.query(
    `select l.id, (l.original_principal_cents - l.principal_cents)::int as paid, l.principal_cents, l.interest_cents,
            l.fees_cents, a.current_balance_cents
       from account a join ledger_loan l on l.id = a.external_id order by l.id`,
  );
  for (const { id, paid } of balances.rows) {
    const wanted = orders.filter(({ account }) => account === id).reduce((sum, { amount }) => sum + amount, 0);
    assert.equal(paid, wanted, id);
  }
  const judged = await consultOracle(resources.databaseUrl);
  assert.deepEqual(
    balances.rows.map((loan) => [loan.id, loan.principal_cents, loan.interest_cents, loan.fees_cents]),
    judged.map(({ loanId, principal, interest, fees }) => [loanId, principal, interest, fees].map(String)),
  );
  assert.deepEqual(
    balances.rows.map((loan) => loan.current_balance_cents),
    judged.map(({ principal }) => String(principal)),
  );
}
