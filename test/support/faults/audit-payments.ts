import type { FaultInstance } from './fault-instance.js';
import type { Acknowledged, AcknowledgedOf } from './record.js';

/** Findings about acknowledged payments; each names the payment and the problem. */
export interface PaymentFindings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

interface Stored {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amount: number;
  readonly postings: number;
  /** Whether an exception was opened: a posting arrived after the payment was settled as failed. */
  readonly raised: boolean;
}

/** An acknowledgement that a payment is, or will be, posted. */
interface Promised {
  readonly reference: string;
  /** Undefined: known only by its reference, as a row of a batch. */
  readonly id: string | undefined;
  readonly amount: number | undefined;
  /** Whether the client saw it as posted, not only as accepted. */
  readonly isPosted: boolean;
}

/** Where payments are stored and posted. */
export interface PaymentBooks extends Pick<FaultInstance, 'sql' | 'remoteAccounts'> {
  readonly system: Pick<FaultInstance['system'], 'postingsUnder'>;
}

/** Compares acknowledged payments with the stored ones, and with the postings in the loan systems' own books. */
export async function auditPayments(
  instance: PaymentBooks,
  acknowledged: readonly Acknowledged[],
): Promise<PaymentFindings> {
  const promises = [...acknowledged.flatMap(single), ...(await ofBatches(instance, acknowledged.flatMap(batch)))];
  const stored = await storedUnder(
    instance,
    promises.map(({ reference }) => reference),
  );
  const lost: string[] = [];
  const doubled: string[] = [];
  for (const promise of promises) {
    const payments = stored.get(promise.reference) ?? [];
    const about = `${promise.reference}: ${JSON.stringify({ promise, payments })}`;
    if (isDoubled(promise, payments)) doubled.push(about);
    if (isLost(promise, payments)) lost.push(about);
  }
  return { lost, doubled };
}

const single = (one: Acknowledged): readonly Promised[] =>
  one.kind === 'payment'
    ? [{ reference: one.reference, id: one.id, amount: one.amount, isPosted: one.status === 201 }]
    : [];
const batch = (one: Acknowledged): readonly AcknowledgedOf<'batch'>[] => (one.kind === 'batch' ? [one] : []);

/** Each row of a batch by its stored state: a recorded row has a payment, and a refused row promises nothing. */
async function ofBatches(
  { sql }: PaymentBooks,
  batches: readonly AcknowledgedOf<'batch'>[],
): Promise<readonly Promised[]> {
  const { rows } = await sql.query<{ reference: string; id: string | null; outcome: string | null; amount: number }>(
    `select r.external_reference as reference, r.payment_id as id, r.amount_cents::int as amount, r.outcome::text
       from payment_batch_row r where r.batch_id = any($1)`,
    [batches.map(({ id }) => id)],
  );
  const shown = new Map(rows.map((row) => [row.reference, row]));
  return batches
    .flatMap(({ references }) => references)
    .flatMap((reference) => {
      const row = shown.get(reference);
      const isOpen = row === undefined || row.outcome === null;
      if (!isOpen && row.id === null) return [];
      return [{ reference, id: row?.id ?? undefined, amount: row?.amount, isPosted: false }];
    });
}

async function storedUnder(
  { sql, system, remoteAccounts }: PaymentBooks,
  references: readonly string[],
): Promise<ReadonlyMap<string, readonly Stored[]>> {
  const { rows } = await sql.query<Stored & { readonly account: string; readonly postedAs: string }>(
    `select c.id, coalesce(c.posting_reference, c.id) as "postedAs", c.external_reference as reference, c.status::text, c.amount_cents::int as amount, c.account_id as account,
            (select count(*)::int from ledger_entry e where e.external_reference = c.id and e.type = 'payment') as postings,
            exists (select from operator_exception x where x.subject_id = c.id and x.kind = 'posted_after_failed') as raised
       from collected_payment c where c.external_reference = any($1)`,
    [references],
  );
  const remote = new Set(remoteAccounts);
  const found = new Map<string, Stored[]>();
  for (const { account, postedAs, ...row } of rows) {
    const one = remote.has(account) ? { ...row, postings: system.postingsUnder(postedAs) } : row;
    found.set(row.reference, [...(found.get(row.reference) ?? []), one]);
  }
  return found;
}

function isDoubled({ id }: Promised, payments: readonly Stored[]): boolean {
  return (
    payments.length > 1 ||
    payments.some(({ postings, status, raised, id: stored }) => {
      if (postings > 1) return true;
      // The borrower's next attempt would be a second posting, and no exception warned of it.
      if (postings === 1 && status === 'failed') return !raised;
      return id !== undefined && stored !== id;
    })
  );
}

function isLost({ id, amount, isPosted }: Promised, payments: readonly Stored[]): boolean {
  const one = payments.find((payment) => id === undefined || payment.id === id);
  if (one === undefined) return true;
  if (amount !== undefined && one.amount !== amount) return true;
  if (one.status === 'failed') return isPosted;
  return one.postings === 0;
}
