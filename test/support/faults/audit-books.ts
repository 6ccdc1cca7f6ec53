import { consultOracle } from '../balance-oracle.js';
import { type FaultInstance, REMOTE_CODE } from './fault-instance.js';

/** Problems of the books as a whole, one line each; none if they are exact. */
export async function auditBooks(instance: FaultInstance): Promise<readonly string[]> {
  return [
    ...(await unbalanced(instance)),
    ...(await unlikeTheOracle(instance)),
    ...(await withoutPayment(instance)),
    ...(await remoteSums(instance)),
  ];
}

async function unbalanced({ sql }: FaultInstance): Promise<readonly string[]> {
  const { rows } = await sql.query<{ reference: string }>(
    'select reference_number::text as reference from ledger_line group by 1 having sum(amount_cents) <> 0',
  );
  return rows.map(({ reference }) => `the lines of ledger entry ${reference} do not add up to zero`);
}

/** Every loan with payments, and its account, recomputed from the journal by independent arithmetic. */
async function unlikeTheOracle({ sql, postgres, ledgerAccounts }: FaultInstance): Promise<readonly string[]> {
  const { rows } = await sql.query<Record<'id' | 'principal' | 'interest' | 'fees' | 'balance', string>>(
    `select l.id, l.principal_cents::text as principal, l.interest_cents::text as interest, l.fees_cents::text as fees,
            a.current_balance_cents::text as balance
       from ledger_loan l join account a on a.external_id = l.id`,
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  return (await consultOracle(postgres.url, ledgerAccounts)).flatMap(({ loanId, principal, interest, fees }) => {
    const loan = stored.get(loanId);
    const wanted = [principal, interest, fees, principal].map(String);
    const found = [loan?.principal, loan?.interest, loan?.fees, loan?.balance];
    return found.join() === wanted.join() ? [] : [`loan ${loanId} is ${found.join()}, by the journal ${wanted.join()}`];
  });
}

/** Postings of the ledger and the remote loan system that belong to no payment and no autopay run. */
async function withoutPayment({ sql, system }: FaultInstance): Promise<readonly string[]> {
  const onLedger = await sql.query<{ id: string }>(
    `select e.external_reference as id from ledger_entry e where e.type = 'payment'
        and not exists (select from collected_payment c where c.id = e.external_reference)
        and not exists (select from autopay_run r where r.id = e.external_reference)
        and not exists (select from ledger_opening o where o.loan_id = e.loan_id)`,
  );
  const remote = await sql.query<{ id: string; amount: number; status: string }>(
    `select coalesce(c.posting_reference, c.id) as id from collected_payment c join account a on a.id = c.account_id
      where a.loan_system_code = $1`,
    [REMOTE_CODE],
  );
  const posted = remote.rows.reduce((sum, { id }) => sum + system.postingsUnder(id), 0);
  const held = system.loans().reduce((sum, loan) => sum + Object.keys(system.booksOf(loan).payments).length, 0);
  return [
    ...onLedger.rows.map(({ id }) => `ledger posting ${id} has no payment and no autopay run`),
    ...(posted === held ? [] : [`the loan system holds ${held} payments, ${posted} of them are known to Tributary`]),
  ];
}

/** What the remote loan system collected, compared with the payments posted in Tributary. */
async function remoteSums({ sql, system }: FaultInstance): Promise<readonly string[]> {
  const { rows } = await sql.query<{ cents: number }>(
    `select coalesce(sum(c.amount_cents), 0)::int as cents from collected_payment c join account a on a.id = c.account_id
      where a.loan_system_code = $1 and (c.status = 'posted'
         or exists (select from operator_exception x where x.subject_id = c.id and x.kind = 'posted_after_failed'))`,
    [REMOTE_CODE],
  );
  const held = system.loans().flatMap((loan) => Object.values(system.booksOf(loan).payments));
  const booked = held.reduce((sum, amount) => sum + amount, 0);
  return rows[0]?.cents === booked ? [] : [`posted here: ${rows[0]?.cents} cents, in the loan system: ${booked}`];
}
