import { derived } from '../../core/db/columns.js';
import { folded } from '../../core/db/folded-text-sql.js';
import { inserted, selectedFrom, sql } from '../../core/db/insert-sql.js';
import { type ParametersOf, type Statement, type StatementTools, statement } from '../../core/db/statement.js';
import { ERASED_NAME } from '../../core/erasure/erased-placeholders-and-digests.js';
import { BOARDING_KEY } from './boarding.store.js';
import type { Check, OfBoarding, PlainCheck } from './check-definition.js';
import { COMPARISONS } from './compare-with-boarded.store.js';
import type { WarningKind } from './warnings.js';

/** Number of problems of one kind that are stored; all are counted. */
const MOST_OF_A_KIND = 10_000;

type CheckStatement = Statement<{ organizationId: string; id: string; pads: Buffer }, { readonly found: number }>;

export interface PreparedCheck {
  readonly severity: Check['severity'];
  readonly statement: CheckStatement;
}

/** Compares a row with the other rows of its file, and with the ledger. */
const AMONG_ROWS: readonly Check[] = [
  {
    name: 'repeated_loan',
    severity: 'error',
    found: ({ organization, boarding }) => `
      select loan.line, 'loan_number' as column_name, 'already appears in line ' || loan.first as message, loan.loan_number
      from (select line, loan_number, min(line) over (partition by loan_number) as first
        from ledger_boarding_loan where organization_id = ${organization} and boarding_id = ${boarding}) loan
      where loan.line <> loan.first`,
  },
  {
    name: 'unknown_product',
    severity: 'error',
    found: ({ organization, boarding }) => `
      select loan.line, 'product_code' as column_name, 'is not the code of an active product' as message, loan.loan_number
      from ledger_boarding_loan loan
      where loan.organization_id = ${organization} and loan.boarding_id = ${boarding} and loan.product_code is not null
        and not exists (select from ledger_product product where product.organization_id = loan.organization_id
          and product.code = loan.product_code and product.is_active)`,
  },
  {
    name: 'no_such_loan',
    severity: 'error',
    found: ({ organization, boarding }) => `
      select min(row.line) as line, 'loan_number' as column_name, case when count(*) = 1 then 'no loan of the file has this number'
        else 'no loan of the file has this number; the same for ' || count(*) - 1 || ' later rows' end as message, row.loan_number
      from ledger_boarding_transaction row
      where row.organization_id = ${organization} and row.boarding_id = ${boarding}
        and not exists (select from ledger_boarding_loan loan where loan.organization_id = row.organization_id
          and loan.boarding_id = row.boarding_id and loan.loan_number = row.loan_number)
      group by row.loan_number`,
  },
  {
    name: 'after_cut_over',
    severity: 'error',
    found: ({ organization, boarding }) => `
      select distinct on (row.line) row.line, 'effective_on' as column_name, 'must not be after the loan''s as_of, ' || loan.as_of as message,
        row.loan_number
      from ledger_boarding_transaction row
      join ledger_boarding_loan loan on loan.organization_id = row.organization_id and loan.boarding_id = row.boarding_id
        and loan.loan_number = row.loan_number
      where row.organization_id = ${organization} and row.boarding_id = ${boarding} and row.effective_on > loan.as_of
      order by row.line, loan.line`,
  },
  {
    name: 'repeated_transaction',
    severity: 'error',
    found: ({ organization, boarding }) => `
      select row.line, 'external_id' as column_name, 'already appears in line ' || row.first || ', for the same loan' as message,
        row.loan_number
      from (select line, loan_number, min(line) over (partition by loan_number, external_id) as first
        from ledger_boarding_transaction
        where organization_id = ${organization} and boarding_id = ${boarding} and external_id is not null) row
      where row.line <> row.first`,
  },
];

/** Checks for rows that are implausible together, by kind of warning. */
const WARNINGS: readonly (Omit<PlainCheck, 'name' | 'severity'> & { readonly name: WarningKind })[] = [
  {
    name: 'repeated_borrower',
    found: ({ organization, boarding }) => `
      select loan.line, 'borrower_name' as column_name,
        'is also the name in line ' || loan.first || ', with the same original_principal_cents: is it the same loan?' as message,
        loan.loan_number
      from (select line, loan_number, min(line) over same as first, min(loan_number) over same as first_number,
          max(loan_number) over same as last_number
        from ledger_boarding_loan
        where organization_id = ${organization} and boarding_id = ${boarding} and borrower_name <> '${ERASED_NAME}'
        window same as (partition by ${folded('borrower_name')}, original_principal_cents)) loan
      where loan.line <> loan.first and loan.first_number <> loan.last_number`,
  },
];

export interface PreparedWarning {
  readonly kind: WarningKind;
  readonly statement: CheckStatement;
}

/** Each check as a warning, and as the error that it is in a strict boarding. */
export const WARNING_CHECKS = warningChecks('warning');
export const STRICT_CHECKS = warningChecks('error');

function warningChecks(severity: 'warning' | 'error'): readonly PreparedWarning[] {
  return WARNINGS.map((check) => {
    const name = severity === 'error' ? `${check.name}.strict` : check.name;
    return { kind: check.name, statement: prepared({ ...check, name, severity }) };
  });
}

export const CHECKS: readonly PreparedCheck[] = [...AMONG_ROWS, ...COMPARISONS].map((check) => ({
  severity: check.severity,
  statement: prepared(check),
}));

/** A check that compares no people takes no key; its statement ignores one. */
function prepared(check: Check): CheckStatement {
  const name = `ledger_boarding.check.${check.name}`;
  const gives = derived({ found: 'int8' });
  return check.isKeyed
    ? statement({
        name,
        takes: { ...BOARDING_KEY, pads: 'bytea' },
        gives,
        text: (tools) => counted(tools, check, check.found({ ...boardingOf(tools), pads: `${tools.p.pads}::bytea` })),
      })
    : statement({
        name,
        takes: BOARDING_KEY,
        gives,
        text: (tools) => counted(tools, check, check.found(boardingOf(tools))),
      });
}

type KeyTools = StatementTools<ParametersOf<typeof BOARDING_KEY>>;

function boardingOf({ p }: Pick<KeyTools, 'p'>): OfBoarding {
  return { organization: `${p.organizationId}::text`, boarding: `${p.id}::text` };
}

/** Stores and counts what is found. */
function counted(
  { p, scope }: KeyTools,
  { name, severity, part = 'found.column_name' }: Pick<Check, 'name' | 'severity' | 'part'>,
  found: string,
): string {
  const { into, values } = inserted('LedgerBoardingProblem', {
    organizationId: p.organizationId,
    boardingId: p.id,
    line: sql('found.line'),
    id: sql(`'${name}:' || ${part}`),
    severity: sql(`'${severity}'`),
    column: sql('found.column_name'),
    ...selectedFrom('LedgerBoardingProblem', 'found', ['message', 'loanNumber']),
  });
  return `
      with found as materialized (${found}
      ), kept as (
        insert into ${into} select ${values} from found
        where ${scope(`${p.organizationId}::text`)}
        order by found.line limit ${MOST_OF_A_KIND}
      )${severity === 'error' ? `, left_out as (${leftOut(p)})` : ''}
      select count(*) as found from found where ${scope(`${p.organizationId}::text`)}`;
}

/** In a boarding that skips loans with an error, all such loans are recorded, not only those whose errors are stored. */
function leftOut(p: { readonly organizationId: string; readonly id: string }): string {
  const { into, values } = inserted('LedgerBoardingSkippedLoan', {
    organizationId: sql('boarding.organization_id'),
    boardingId: sql('boarding.id'),
    loanNumber: sql('found.loan_number'),
  });
  return `
        insert into ${into} select ${values} from found join ledger_boarding boarding
          on boarding.organization_id = ${p.organizationId} and boarding.id = ${p.id} and boarding.skips_invalid
        on conflict do nothing`;
}

/** A problem with a file as a whole: a control total that differs from its rows, or rows that were read and are not stored. */
export const insertFileProblem = statement({
  name: 'ledger_boarding.insert_file_problem',
  takes: { ...BOARDING_KEY, name: 'text', line: 'int4', severity: 'text', column: 'text?', message: 'text' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerBoardingProblem', {
      organizationId: p.organizationId,
      boardingId: p.id,
      line: sql(`${p.line}::int`),
      id: sql(`${p.name}::text`),
      severity: sql(`${p.severity}::text`),
      column: sql(`${p.column}::text`),
      message: sql(`${p.message}::text`),
      loanNumber: sql('null'),
    });
    return `insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}`;
  },
});

const FIGURES = {
  loans: 'int8',
  transactions: 'int8',
  principalCents: 'int8',
  interestCents: 'int8',
  feesCents: 'int8',
  amountCents: 'int8',
} as const;

const isKnown = (rows: string) => `exists (select from ledger_loan kept
          where kept.organization_id = ${rows}.organization_id and kept.loan_number = ${rows}.loan_number)`;
const isLeftOut = (rows: string) => `exists (select from ledger_boarding_left_out gone
          where gone.organization_id = ${rows}.organization_id and gone.boarding_id = ${rows}.boarding_id
            and gone.loan_number = ${rows}.loan_number)`;

function figures(name: string, among: (rows: string) => string) {
  return statement({
    name: `ledger_boarding.${name}`,
    takes: BOARDING_KEY,
    gives: derived(FIGURES),
    text: ({ p, scope }) => {
      const staged = (rows: string) => `${rows}.organization_id = ${p.organizationId} and ${rows}.boarding_id = ${p.id}
        and ${scope(`${rows}.organization_id`)} and ${among(rows)}`;
      return `
    select l.loans, t.transactions, l."principalCents", l."interestCents", l."feesCents", t."amountCents"
    from (select count(*) as loans, coalesce(sum(loan.principal_cents), 0)::bigint as "principalCents",
        coalesce(sum(loan.interest_cents), 0)::bigint as "interestCents", coalesce(sum(loan.fees_cents), 0)::bigint as "feesCents"
      from ledger_boarding_loan loan where ${staged('loan')}) l,
      (select count(*) as transactions, coalesce(sum(abs(row.amount_cents)), 0)::bigint as "amountCents"
      from ledger_boarding_transaction row where ${staged('row')}) t`;
    },
  });
}

/** Totals of a file's staged rows. */
export const stagedFigures = figures('staged_figures', () => 'true');
/** Totals of loans that are already in the ledger; they are compared even if they are in error. */
export const knownFigures = figures('known_figures', isKnown);
/** Totals of skipped loans. */
export const leftOutFigures = figures('left_out_figures', (rows) => `${isLeftOut(rows)} and not ${isKnown(rows)}`);

/** Loans that are already in the ledger are compared, and never written again. */
export const dropKnown = statement({
  name: 'ledger_boarding.drop_known',
  takes: BOARDING_KEY,
  text: ({ p, scope }) => `
    with known as materialized (
      select loan.loan_number from ledger_boarding_loan loan
      join ledger_loan kept on kept.organization_id = loan.organization_id and kept.loan_number = loan.loan_number
      where loan.organization_id = ${p.organizationId} and loan.boarding_id = ${p.id} and ${scope('loan.organization_id')}
    ), rows as (
      delete from ledger_boarding_transaction where organization_id = ${p.organizationId} and boarding_id = ${p.id}
        and loan_number in (select loan_number from known)
    )
    delete from ledger_boarding_loan where organization_id = ${p.organizationId} and boarding_id = ${p.id}
      and loan_number in (select loan_number from known)`,
});
