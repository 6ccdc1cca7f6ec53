import { randomUUID } from 'node:crypto';
import { type KillableProduct, recordWhileKilled } from '../../test/support/killable-product.js';
import { mapConcurrently } from '../../test/support/map-concurrently.js';

const KEYS = 100;
const COPIES = 5;
const AT_ONCE = 20;
const ACCOUNTS = 10;
const KILLS = 4;

/** The number of each, by the column's name; each of the first four must equal the number of keys. */
export type Counted = Readonly<Record<'keys' | 'answers' | 'posted' | 'postings' | 'kills' | 'imbalance', number>>;

const COUNTS = `
  select (select count(*) from collected_payment where organization_id = $1 and status = 'posted')::int as posted,
    (select count(*) from ledger_entry where organization_id = $1 and type = 'payment')::int as postings,
    (select coalesce(sum(amount_cents), 0) from ledger_line where organization_id = $1)::int as imbalance`;

/**
 * Sends each key several times at once, as a careful client does until it knows the outcome, while the product is
 * killed and restarted. `answers` are distinct responses over all copies of all keys.
 */
export async function exactlyOnce(product: KillableProduct): Promise<Counted> {
  const { lender, sql } = product;
  const accounts = await mapConcurrently(Array.from({ length: ACCOUNTS }), 1, () => lender.ledgerAccount(10_000_000));
  const orders = Array.from({ length: KEYS }, (_, n) => ({
    key: randomUUID(),
    account: accounts[n % ACCOUNTS] ?? '',
    amount: 10_000,
  }));
  const answers = await recordWhileKilled(product, orders, { copies: COPIES, kills: KILLS, atATime: AT_ONCE });
  const distinct = new Set(answers.flat().map(({ status, text }) => `${status} ${text}`));
  const { rows } = await sql.query(COUNTS, [lender.organizationId]);
  const { posted, postings, imbalance } = rows[0];
  return { keys: KEYS, answers: distinct.size, posted, postings, kills: KILLS, imbalance };
}
