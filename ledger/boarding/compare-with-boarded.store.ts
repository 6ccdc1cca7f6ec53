import { columnOf } from '../../core/db/sql-types.js';
import { ERASED_TEXT } from '../../core/erasure/erased-placeholders-and-digests.js';
import { areComparable, BORROWER_CELLS, CO_BORROWER_CELLS, digestOf } from './borrower-digests.js';
import type { Check } from './check-definition.js';

/** A cell of a loan that was boarded before: the file's value and the boarded value. SQL, both as text. */
interface Compared {
  readonly column: string;
  readonly staged: string;
  readonly kept: string;
  /** SQL: whether the boarded value is known. */
  readonly isKept?: string;
  /** The value is private and is not repeated in messages. */
  readonly isPrivate?: true;
}

const TERMS: readonly Compared[] = [
  ['originated_on', 'loan.originated_on', 'kept.originated_on'],
  ['first_due_on', 'loan.first_due_on', 'kept.first_due_on'],
  ['original_principal_cents', 'loan.original_principal_cents', 'kept.original_principal_cents'],
  ['annual_rate', asPercent('loan'), asPercent('kept')],
  ['term_months', 'loan.term_months', 'kept.term_months'],
  ['scheduled_payment_cents', 'loan.scheduled_payment_cents', 'kept.scheduled_payment_cents'],
  ['as_of', 'loan.as_of', 'entry.effective_on'],
  ['principal_cents', 'loan.principal_cents', 'opening.principal_cents'],
  ['interest_cents', 'loan.interest_cents', 'opening.interest_cents'],
  ['fees_cents', 'loan.fees_cents', 'opening.fees_cents'],
  ['scheduled_paid_cents', 'loan.scheduled_paid_cents', 'opening.scheduled_paid_cents'],
  ['charged_off_on', 'loan.charged_off_on', 'opening.charged_off_on'],
].map(([column = '', staged = '', kept = '']) => ({ column, staged, kept }));

/** Columns that openings of earlier versions do not contain. */
const SAID: readonly Compared[] = ['status', 'product_code', 'contract_number', 'nsf_fee_cents', 'paid_off_on'].map(
  (column) => ({ column, staged: `loan.${column}`, kept: `opening.${column}`, isKept: 'opening.status is not null' }),
);

const PERSONS = [
  { person: 'borrower', cells: BORROWER_CELLS, digests: 'opening.borrower_digests' },
  { person: 'co-borrower', cells: CO_BORROWER_CELLS, digests: 'opening.co_borrower_digests' },
] as const;

/** Rows for the cells about people, for the joined `loan` and `opening`. */
function personalValues(pads: string): string {
  const rows = PERSONS.flatMap(({ person, cells, digests }) =>
    Object.entries(cells).map(([column, field]) => {
      const kept = `${digests}->>'${column}'`;
      return `('${person}', '${column}', ${stagedDigest(column, field, kept, pads)}, ${kept}, ${areComparable(cells, digests)})`;
    }),
  );
  return `(values ${rows.join(',\n        ')}) differs (person, column_name, staged, kept, is_kept)`;
}

/**
 * SQL of a cell's digest. When the cell differs from the earlier file only in its normal form, it is the stored digest:
 * no difference.
 */
function stagedDigest(column: string, field: string, kept: string, pads: string): string {
  const cell = (name: string) => `loan.${columnOf('LedgerBoardingLoan', name).column}`;
  const digest = (form: (name: string) => string) =>
    digestOf(column, field, { salt: 'opening.loan_id', pads, cell: form });
  const inForm = (form: string) => digest((name) => `normalize(${cell(name)}, ${form})`);
  const isAscii = `octet_length(${cell(field)}) = char_length(${cell(field)})`;
  return `case when not (${isAscii}) and ${kept} in (${inForm('NFC')}, ${inForm('NFD')}) then ${kept} else ${digest(cell)} end`;
}

/** At least two decimals, and as many as the rate has. */
function asPercent(alias: string): string {
  return `coalesce((${alias}.annual_rate_bps / 100.0)::numeric(9, 2), trim_scale(${alias}.annual_rate_millionths / 1000000.0))`;
}

/** Rows of compared values, for the joined `loan` and `opening`. */
function values(compared: readonly Compared[]): string {
  const rows = compared.map(
    ({ column, staged, kept, isKept = 'true', isPrivate = false }) =>
      `('${column}', (${staged})::text, (${kept})::text, ${isKept}, ${isPrivate})`,
  );
  return `(values ${rows.join(',\n        ')}) differs (column_name, staged, kept, is_kept, is_private)`;
}

const MESSAGE = `case when differs.is_private then 'differs from what was boarded'
        else 'the ledger has ' || coalesce(differs.kept, 'nothing') || ', the file ' || coalesce(differs.staged, 'nothing') end`;

const BOARDED_BEFORE = `ledger_boarding_loan loan
      join ledger_loan kept on kept.organization_id = loan.organization_id and kept.loan_number = loan.loan_number
      join ledger_opening opening on opening.organization_id = kept.organization_id and opening.loan_id = kept.id`;

/** A loan in the file whose number exists in the ledger, on a loan that was not boarded from a file. */
const NOT_BOARDED: Check = {
  name: 'not_boarded',
  severity: 'difference',
  found: ({ organization, boarding }) => `
      select loan.line, 'loan_number' as column_name, 'the ledger has this loan, but it was not boarded from a file' as message, loan.loan_number
      from ledger_boarding_loan loan
      join ledger_loan kept on kept.organization_id = loan.organization_id and kept.loan_number = loan.loan_number
      where loan.organization_id = ${organization} and loan.boarding_id = ${boarding}
        and not exists (select from ledger_opening opening
          where opening.organization_id = kept.organization_id and opening.loan_id = kept.id)`,
};

const LOANS: Check = {
  name: 'differs',
  severity: 'difference',
  found: ({ organization, boarding }) => `
      select loan.line, differs.column_name, ${MESSAGE} as message, loan.loan_number
      from ${BOARDED_BEFORE}
      join ledger_entry entry on entry.organization_id = opening.organization_id and entry.reference_number = opening.reference_number
      cross join lateral ${values([...TERMS, ...SAID])}
      where loan.organization_id = ${organization} and loan.boarding_id = ${boarding}
        and differs.is_kept and differs.staged is distinct from differs.kept`,
};

/**
 * People are compared only in the first line of a loan, and only as a whole unless the caller may read contact data.
 * Otherwise a file with one guess per line or cell would reveal which guess is a person's telephone number.
 */
const PEOPLE: Check = {
  name: 'person',
  severity: 'difference',
  isKeyed: true,
  part: 'coalesce(found.column_name, found.person)',
  found: ({ organization, boarding, pads }) => `
      select distinct loan.line, differs.person, said.column_name, loan.loan_number,
        case when said.column_name is not null then 'differs from what was boarded'
          else 'the data of the ' || differs.person || ' differs from what was boarded' end as message
      from ${BOARDED_BEFORE}
      join ledger_boarding asked on asked.organization_id = ${organization} and asked.id = ${boarding}
      cross join lateral ${personalValues(pads)}
      cross join lateral (select case when asked.compares_cells then differs.column_name end as column_name) said
      where loan.organization_id = ${organization} and loan.boarding_id = ${boarding}
        and loan.line = (select min(same.line) from ledger_boarding_loan same where same.organization_id = ${organization}
          and same.boarding_id = ${boarding} and same.loan_number = loan.loan_number)
        and differs.is_kept and differs.staged is distinct from differs.kept`,
};

/** Cells of a row of history other than those that identify it. */
const OF_ROW: readonly Compared[] = [
  ...['type', 'effective_on', 'amount_cents', 'principal_cents', 'interest_cents', 'fees_cents'].map((column) => ({
    column,
    staged: `filed.${column}`,
    kept: `kept.${column}`,
  })),
  { column: 'transaction_status', staged: 'filed.status', kept: 'kept.status' },
  { column: 'payment_method', staged: 'filed.payment_method', kept: 'kept.payment_method' },
  { column: 'reason', staged: 'filed.reason', kept: 'kept.reason', isKept: 'not kept.is_erased', isPrivate: true },
];

/**
 * A row is identified by its id; without one by its day, type and amount, and rows with the same values in the order of
 * their other cells.
 */
const RANKED = `coalesce('id ' || row.external_id, concat_ws(' ', row.type, coalesce(row.effective_on::text, '-'),
          coalesce(row.amount_cents::text, '-')))`;
const RANK = `row_number() over (partition by row.loan_number, ${RANKED}
          order by row.principal_cents, row.interest_cents, row.fees_cents, row.status, row.payment_method, row.reason) as rank`;

const HISTORY: Check = {
  name: 'history',
  severity: 'difference',
  part: `lpad(found.nth::text, 6, '0') || ':' || coalesce(found.column_name, 'row')`,
  found: ({ organization, boarding }) => `
      with known as materialized (
        select loan.loan_number, loan.line, opening.loan_id from ${BOARDED_BEFORE}
        where loan.organization_id = ${organization} and loan.boarding_id = ${boarding}
      ), filed as (
        select row.*, ${RANKED} as key, ${RANK}
        from ledger_boarding_transaction row
        where row.organization_id = ${organization} and row.boarding_id = ${boarding}
          and row.loan_number in (select loan_number from known)
      ), prior as (
        select known.loan_number, known.line as loan_line, substr(t.external_id, 7) as external_id, t.type, t.effective_at as effective_on,
          t.amount_cents, t.principal_cents, t.interest_cents, t.fees_cents, t.status, t.payment_method, t.reason
        from known join transaction t on t.organization_id = ${organization} and t.account_id = known.loan_id
          and (t.external_id is null or t.external_id like 'prior:%')
      ), kept as (
        select row.*, bool_or(row.reason = '${ERASED_TEXT}') over (partition by row.loan_number) is true as is_erased,
          ${RANKED} as key, ${RANK}
        from prior row
      ), compared as (
        select filed.line, kept.loan_line, coalesce(filed.loan_number, kept.loan_number) as loan_number,
          case when filed.line is not null then differs.column_name end as column_name,
          case when kept.loan_line is null then 'the ledger has no such row of history'
            when filed.line is null then 'the ledger has a row of history that the file lacks: ' || kept.type
              || coalesce(' of ' || kept.effective_on, ', undated') || coalesce(', ' || kept.amount_cents || ' cents', '')
            else ${MESSAGE} end as message
        from filed full join kept on kept.loan_number = filed.loan_number and kept.key = filed.key and kept.rank = filed.rank
        left join lateral ${values(OF_ROW)}
          on filed.line is not null and kept.loan_line is not null
        where filed.line is null or kept.loan_line is null or (differs.is_kept and differs.staged is distinct from differs.kept)
      )
      select coalesce(line, loan_line) as line, column_name, message, loan_number,
        row_number() over (partition by coalesce(line, loan_line) order by message) as nth
      from compared`,
};

/** Differences between a file and one that was boarded before: its loans cell by cell, their history row by row. */
export const COMPARISONS: readonly Check[] = [NOT_BOARDED, LOANS, PEOPLE, HISTORY];
