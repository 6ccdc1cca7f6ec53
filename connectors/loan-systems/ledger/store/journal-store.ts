import type { IsoDate, IsoInstant } from '../../../../core/dates.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import type { LoanReference } from '../../port.js';
import type { EntryType, JournalEntry, JournalLine } from '../journal.js';
import type { Loan } from '../loan.js';
import { LEDGER_PRINCIPAL } from './loan-store.js';

/** An entry as the journal keeps it. */
export interface StoredEntry {
  readonly referenceNumber: number;
  readonly loanId: string;
  readonly type: EntryType;
  readonly effectiveOn: IsoDate;
  readonly postedAt: IsoInstant;
  readonly lines: readonly JournalLine[];
  readonly isReversed: boolean;
}

/**
 * Writes entries, their lines and the loan's new balances at once. When an external reference is taken already, nothing is
 * written and no row comes back: a payment is posted at most once, whatever its caller survives.
 */
const writeEntries = statement<
  {
    readonly loanId: string;
    readonly organizationId: string;
    readonly entries: string;
    readonly postedAt: IsoInstant;
    readonly status: string;
    readonly principalCents: number;
    readonly interestCents: number;
    readonly accrualRemainder: number;
    readonly accruedThrough: IsoDate;
    readonly feesCents: number;
    readonly scheduledPaidCents: number;
    readonly chargedOffOn: IsoDate | null;
    readonly paidOffOn: IsoDate | null;
    readonly dayEndThrough: IsoDate | null;
  },
  { readonly referenceNumber: number | null }
>({
  name: 'ledger.journal.write',
  text: ({ p, scope }) => `
    with numbered as materialized (
      select nextval('ledger_entry_reference_number_seq') as reference_number, incoming.entry
      from ledger_loan loan, jsonb_array_elements(${p.entries}::jsonb) as incoming (entry)
      where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
    ), inserted as (
      insert into ledger_entry (reference_number, organization_id, loan_id, type, effective_on, external_reference,
        reverses_reference, memo, posted_at)
      select reference_number, ${p.organizationId}, ${p.loanId}, entry->>'type', (entry->>'effectiveOn')::date,
        entry->>'externalReference', (entry->>'reversesReference')::bigint, entry->>'memo', ${p.postedAt}::timestamptz
      from numbered
      on conflict (organization_id, external_reference) do nothing
      returning reference_number
    ), lined as (
      insert into ledger_line (reference_number, line_number, organization_id, ledger_account, amount_cents)
      select numbered.reference_number, line.number, ${p.organizationId}, line.line->>'ledgerAccount',
        (line.line->>'amountCents')::bigint
      from numbered
      join inserted using (reference_number)
      cross join jsonb_array_elements(numbered.entry->'lines') with ordinality as line (line, number)
    ), balanced as (
      update ledger_loan loan set status = ${p.status}::account_status, principal_cents = ${p.principalCents},
        interest_cents = ${p.interestCents}, accrual_remainder = ${p.accrualRemainder},
        accrued_through = ${p.accruedThrough}::date, fees_cents = ${p.feesCents},
        scheduled_paid_cents = ${p.scheduledPaidCents}, charged_off_on = ${p.chargedOffOn}::date,
        paid_off_on = ${p.paidOffOn}::date, day_end_through = ${p.dayEndThrough}::date
      where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
        and (select count(*) from inserted) = jsonb_array_length(${p.entries}::jsonb)
      returning loan.id
    )
    select inserted.reference_number as "referenceNumber"
    from balanced left join inserted on true
    order by inserted.reference_number`,
});

const findEntry = statement<{ readonly organizationId: string; readonly externalReference: string }, StoredEntry>({
  name: 'ledger.journal.find',
  text: ({ p, scope }) => `
    select entry.reference_number as "referenceNumber", entry.loan_id as "loanId", entry.type,
      entry.effective_on as "effectiveOn", entry.posted_at as "postedAt",
      (select coalesce(json_agg(json_build_object('ledgerAccount', line.ledger_account, 'amountCents', line.amount_cents)
          order by line.line_number), '[]')
        from ledger_line line
         where line.organization_id = entry.organization_id and line.reference_number = entry.reference_number) as lines,
      exists (select 1 from ledger_entry reversal where reversal.organization_id = entry.organization_id
        and reversal.reverses_reference = entry.reference_number) as "isReversed"
    from ledger_entry entry
    where entry.external_reference = ${p.externalReference} and entry.organization_id = ${p.organizationId}
      and ${scope('entry.organization_id')}`,
});

/**
 * Writes entries with the loan as it stands after them; the loan is locked by this transaction.
 *
 * @returns the entries' reference numbers, in order; or `reference_in_use`, and nothing was written.
 * @throws {Error} when the reference is in use and there are further entries: the transaction must be rolled back.
 */
export async function writeJournal(
  tx: Transaction,
  loan: Loan,
  entries: readonly JournalEntry[],
  postedAt: IsoInstant,
): Promise<readonly number[] | 'reference_in_use'> {
  const rows = await tx.many(LEDGER_PRINCIPAL, writeEntries, {
    loanId: loan.id,
    organizationId: loan.organizationId,
    entries: JSON.stringify(entries),
    postedAt,
    status: loan.status,
    principalCents: loan.principalCents,
    interestCents: loan.interestCents,
    accrualRemainder: loan.accrualRemainder,
    accruedThrough: loan.accruedThrough,
    feesCents: loan.feesCents,
    scheduledPaidCents: loan.scheduledPaidCents,
    chargedOffOn: loan.chargedOffOn,
    paidOffOn: loan.paidOffOn,
    dayEndThrough: loan.dayEndThrough,
  });
  if (rows.length > 0) return rows.flatMap((row) => row.referenceNumber ?? []);
  // Entries that go together stand or fall together: throwing takes the others back.
  if (entries.length > 1) throw new Error('an external reference is in use already');
  return 'reference_in_use';
}

/** What was posted on a loan under an external reference. */
export async function findPosted(
  on: Queries,
  loan: LoanReference,
  externalReference: string,
): Promise<StoredEntry | undefined> {
  const { organizationId } = loan;
  const entry = await on.first(LEDGER_PRINCIPAL, findEntry, { organizationId, externalReference });
  return entry?.loanId === loan.externalId ? entry : undefined;
}
