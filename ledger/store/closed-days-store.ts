import { derived } from '../../core/db/columns.js';
import type { Transaction } from '../../core/db/database.js';
import { leftOut, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { JournalEntry } from '../journal.js';
import type { Loan } from '../loan.js';
import { entriesOfJson, LINES_OF_NUMBERED, linesOfJson } from './entries-of-json-sql.js';
import { newBalances, stateOf } from './loan-balances.js';
import { LEDGER_PRINCIPAL } from './stored-loan.js';

/** Entries of several loans, with their lines, without a reference to another posting. `entries` is JSON. */
const writeEntriesOfLoans = statement({
  name: 'ledger.journal.write_of_loans',
  takes: { organizationId: 'LedgerEntry.organizationId', entries: 'jsonb', postedAt: 'LedgerEntry.postedAt' },
  gives: derived({ referenceNumber: 'int8' }),
  text: ({ p, scope }) => {
    const { organizationId, postedAt } = p;
    const entry = entriesOfJson(
      { organizationId, loanId: sql('loan_id'), postedAt },
      leftOut('externalReference', 'reversesReference', 'reallocatesReference', 'becauseOfReference'),
    );
    const line = linesOfJson(organizationId);
    return `
    with numbered as materialized (
      select nextval('ledger_entry_reference_number_seq') as reference_number, ordered.* from (
        select loan.id as loan_id, incoming.entry, incoming.number
          from jsonb_array_elements(${p.entries}::jsonb) with ordinality as incoming (entry, number)
          join ledger_loan loan on loan.id = incoming.entry->>'loanId'
           and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
         order by incoming.number) ordered
    ), entered as (
      insert into ${entry.into} select ${entry.values} from numbered
    ), lined as (
      insert into ${line.into} select ${line.values}
      from numbered cross join ${LINES_OF_NUMBERED}
    )
    select reference_number as "referenceNumber" from numbered order by number`;
  },
});

const given = (field: string) => sql(`incoming."${field}"`);

/** The state of several loans after their closed days. `loans` is JSON. */
const writeStates = statement({
  name: 'ledger.loan.write_states',
  takes: { organizationId: 'LedgerLoan.organizationId', loans: 'jsonb' },
  text: ({ p, scope }) => `
    update ledger_loan loan set ${newBalances({
      ...{ loanId: given('loanId'), organizationId: p.organizationId, status: given('status') },
      ...{ principalCents: given('principalCents'), interestCents: given('interestCents') },
      ...{ accrualRemainder: given('accrualRemainder'), accruedThrough: given('accruedThrough') },
      ...{ feesCents: given('feesCents'), lateFeesCents: given('lateFeesCents') },
      ...{ takenByLateFeesCents: given('takenByLateFeesCents'), scheduledPaidCents: given('scheduledPaidCents') },
      ...{ chargedOffOn: given('chargedOffOn'), paidOffOn: given('paidOffOn'), dayEndThrough: given('dayEndThrough') },
      lateFeeInstallments: given('lateFeeInstallments'),
    })}
    from jsonb_to_recordset(${p.loans}::jsonb) as incoming ("loanId" text, status account_status, "principalCents" bigint,
      "interestCents" bigint, "accrualRemainder" bigint, "accruedThrough" date, "feesCents" bigint, "lateFeesCents" bigint,
      "takenByLateFeesCents" bigint, "scheduledPaidCents" bigint, "chargedOffOn" date, "paidOffOn" date,
      "dayEndThrough" date, "lateFeeInstallments" integer[])
    where loan.id = incoming."loanId" and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}`,
});

/** An entry of day-end on a loan that this transaction has locked. */
export interface DayEndEntry {
  readonly loanId: string;
  readonly entry: JournalEntry;
}

/** @returns the entries' reference numbers, in order. */
export async function writeDayEndEntries(
  tx: Transaction,
  organizationId: string,
  entries: readonly DayEndEntry[],
  postedAt: IsoInstant,
): Promise<readonly number[]> {
  if (entries.length === 0) return [];
  if (entries.some(({ entry }) => refersToAnother(entry))) throw new Error('day-end posts without references');
  const flat = entries.map(({ loanId, entry }) => ({ ...entry, loanId }));
  const parameters = { organizationId, entries: JSON.stringify(flat), postedAt };
  const written = await tx.many(LEDGER_PRINCIPAL, writeEntriesOfLoans, parameters);
  if (written.length !== entries.length) throw new Error('a loan does not exist, so nothing can be posted on it');
  return written.map(({ referenceNumber }) => referenceNumber);
}

export async function writeLoanStates(tx: Transaction, organizationId: string, loans: readonly Loan[]): Promise<void> {
  if (loans.length === 0) return;
  await tx.many(LEDGER_PRINCIPAL, writeStates, { organizationId, loans: JSON.stringify(loans.map(stateOf)) });
}

function refersToAnother(entry: JournalEntry): boolean {
  const { externalReference, reversesReference, reallocatesReference, isBecauseOfFirst } = entry;
  return (externalReference ?? reversesReference ?? reallocatesReference ?? isBecauseOfFirst) != null;
}
