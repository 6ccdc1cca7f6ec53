import { mapConcurrently } from '../map-concurrently.js';
import { countPayments, countReversals, countSynced, type KindCount, type OurPayment } from './count-postings.js';
import { CODE, loansOf, type ProofSetting } from './proof-setting.js';

/** Fineract's types of transactions, as Tributary names them. */
const PAYMENTS = [2, 8];
const SYNCED = [
  { kind: 'payments in the sync', type: 'payment', numbers: PAYMENTS },
  { kind: 'waivers in the sync', type: 'waiver', numbers: [4] },
  { kind: 'write-offs in the sync', type: 'charge_off', numbers: [6] },
];

export interface Counted {
  readonly kinds: readonly KindCount[];
  /** Balances that differ, one line each. */
  readonly balances: readonly string[];
}

/** Compares Tributary's payments and its model of the loans with Fineract's own books, after a full sync. */
export async function countAtFineract(setting: ProofSetting): Promise<Counted> {
  const { product, tenant } = setting;
  await setting.runCommand(['loan-systems', 'sync', CODE, '--full']);
  const loans = loansOf(setting);
  const books = await mapConcurrently(loans, 2, ({ id }) => tenant.loan(id));
  const all = books.flatMap(({ id, transactions }) => transactions.map((one) => ({ ...one, loan: id })));
  const ofType = (types: readonly number[]) => all.filter(({ type }) => types.includes(type));
  const theirs = ofType(PAYMENTS).filter(({ id }) => !tenant.made.has(id));
  const ours = await ourPayments(setting);

  const { rows } = await product.sql.query(
    `select t.type, t.external_id as number from transaction t join account a on a.id = t.account_id
      where a.loan_system_code = $1 and a.external_id = any($2) and t.source_deleted_at is null`,
    [CODE, loans.map(({ id }) => id)],
  );
  const synced = SYNCED.map(({ kind, type, numbers }) => {
    const read: string[] = rows.filter((row) => row.type === type).map(({ number }) => number);
    const made = ofType(numbers).map(({ id }) => id);
    return countSynced(kind, read, made);
  });
  const balances: string[] = [];
  for (const { id, balanceCents } of books) {
    const found = await product.sql.query(
      'select current_balance_cents::int as cents from account where loan_system_code = $1 and external_id = $2',
      [CODE, id],
    );
    const cents = found.rows[0]?.cents;
    if (cents !== balanceCents) balances.push(`loan ${id}: ${balanceCents} at Fineract, ${cents} in Tributary`);
  }
  return { kinds: [countPayments('payments', ours, theirs), countReversals(ours, theirs), ...synced], balances };
}

async function ourPayments({ product }: ProofSetting): Promise<readonly OurPayment[]> {
  const { rows } = await product.sql.query(
    `select coalesce(c.posting_reference, c.id) as reference, a.external_id as loan, c.amount_cents::int as cents,
            c.status in ('posted', 'reversed') as "isPosted",
            (select coalesce(r.posting_reference, r.id) from payment_reversal r
              where r.payment_id = c.id and r.status = 'reversed') as reversal
       from collected_payment c join account a on a.id = c.account_id where a.loan_system_code = $1`,
    [CODE],
  );
  return rows;
}
