import type { PlainText } from '../../core/contract/stored-text.js';
import { inserted, leftOut, type Placeholder, type Sql, sameNamed, sql } from '../../core/db/insert-sql.js';
import type { ParametersOf, StatementTools } from '../../core/db/statement.js';
import type { IsoInstant } from '../../core/time/dates.js';
import type { JournalEntry } from '../journal.js';
import type { Loan } from '../loan.js';
import { BALANCES, balancesOf, newBalances } from './loan-balances.js';

/** The only entry of an operation on a loan that is not locked, and the loan's state after it. */
export const UNLOCKED_ENTRY = {
  ...BALANCES,
  rowVersion: 'text',
  entryType: 'LedgerEntry.type',
  accruedTo: 'LedgerEntry.accruedTo',
  lineAccounts: 'text[]',
  lineCents: 'int8[]',
} as const;
export type UnlockedEntry = ParametersOf<typeof UNLOCKED_ENTRY>;

/** What an entry takes from the statement that it is part of. */
interface EntryOf {
  readonly effectiveOn: Placeholder<string>;
  readonly externalReference: Sql;
  readonly memo: Placeholder<PlainText | null>;
  /** Nothing is written unless it holds. */
  readonly condition: string;
}

/**
 * The parts of a statement that write one entry, its lines and the loan's new balances, if the loan's row is still the
 * version that was read: of two writers one waits for the other, and then finds another version. `posting` has the
 * entry's reference number; it has no row if nothing was written.
 */
export function unlockedEntryParts(
  { p, scope }: Pick<StatementTools<UnlockedEntry>, 'p' | 'scope'>,
  { condition, ...given }: EntryOf,
): string {
  const entry = inserted('LedgerEntry', {
    referenceNumber: sql('posting.reference_number'),
    ...sameNamed(p, ['organizationId', 'loanId', 'accruedTo', 'postedAt']),
    ...given,
    type: p.entryType,
    ...leftOut('reversesReference', 'reallocatesReference', 'becauseOfReference'),
  });
  const line = inserted('LedgerLine', {
    referenceNumber: sql('posting.reference_number'),
    lineNumber: sql('line.number'),
    organizationId: p.organizationId,
    ledgerAccount: sql('line.account'),
    amountCents: sql('line.cents'),
  });
  return `
    held as (
      update ledger_loan loan set ${newBalances(p)}
      where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
        and loan.xmin = ${p.rowVersion}::text::xid and ${condition}
      returning loan.id
    ), posting as materialized (
      select nextval('ledger_entry_reference_number_seq') as reference_number from held
    ), entered as (
      insert into ${entry.into} select ${entry.values} from posting
    ), lined as (
      insert into ${line.into} select ${line.values}
      from posting cross join unnest(${p.lineAccounts}::text[], ${p.lineCents}::int8[]) with ordinality as line (account, cents, number)
    )`;
}

/** The parameters of an entry on a loan that was read without its lock, except the version that was read. */
export function unlockedEntryParameters(
  loan: Loan,
  { type, accruedTo, lines }: JournalEntry,
  postedAt: IsoInstant,
): Omit<UnlockedEntry, 'rowVersion'> {
  return {
    ...balancesOf(loan, postedAt),
    entryType: type,
    accruedTo: accruedTo ?? null,
    lineAccounts: lines.map(({ ledgerAccount }) => ledgerAccount),
    lineCents: lines.map(({ amountCents }) => amountCents),
  };
}
