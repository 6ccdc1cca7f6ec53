import { derived } from '../../../core/db/columns.js';
import { type Statement, statement } from '../../../core/db/statement.js';
import { inserted, sql } from '../../../core/db/written.js';
import { BOARDING_KEY } from './boarding.store.js';

/** Problems of one kind that are kept; all are counted. */
const MOST_OF_A_KIND = 10_000;

interface Check {
  readonly name: string;
  readonly severity: 'error' | 'difference' | 'notice';
  /** Gives `line`, `column_name`, `message`, `loan_number`; of one organization's one boarding. */
  readonly found: (of: { readonly organization: string; readonly boarding: string }) => string;
}

type CheckStatement = Statement<{ organizationId: string; id: string }, { readonly found: number }>;

export interface PreparedCheck {
  readonly severity: Check['severity'];
  readonly statement: CheckStatement;
}

/** A row beside the others of its file, and beside what is in the ledger. */
const AMONG_ROWS: readonly Check[] = [
  {
    name: 'repeated_loan',
    severity: 'error',
    found: ({ organization, boarding }) => `
      select loan.line, 'loan_number' as column_name, 'is in line ' || loan.first || ' already' as message, loan.loan_number
      from (select line, loan_number, min(line) over (partition by loan_number) as first
        from ledger_boarding_loan where organization_id = ${organization} and boarding_id = ${boarding}) loan
      where loan.line <> loan.first`,
  },
  {
    name: 'unknown_product',
    severity: 'error',
    found: ({ organization, boarding }) => `
      select loan.line, 'product_code' as column_name, 'is the code of no active product' as message, loan.loan_number
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
        else 'no loan of the file has this number, nor for ' || count(*) - 1 || ' rows after it' end as message, row.loan_number
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
      select row.line, 'external_id' as column_name, 'is in line ' || row.first || ' already, of the same loan' as message,
        row.loan_number
      from (select line, loan_number, min(line) over (partition by loan_number, external_id) as first
        from ledger_boarding_transaction
        where organization_id = ${organization} and boarding_id = ${boarding} and external_id is not null) row
      where row.line <> row.first`,
  },
];

/** A term or a balance of a loan that was boarded before: of the file, and as it is kept. */
const COMPARED: readonly (readonly [column: string, staged: string, kept: string])[] = [
  ['originated_on', 'loan.originated_on', 'kept.originated_on'],
  ['first_due_on', 'loan.first_due_on', 'kept.first_due_on'],
  ['original_principal_cents', 'loan.original_principal_cents', 'kept.original_principal_cents'],
  ['annual_rate', 'loan.annual_rate_bps', 'kept.annual_rate_bps'],
  ['term_months', 'loan.term_months', 'kept.term_months'],
  ['scheduled_payment_cents', 'loan.scheduled_payment_cents', 'kept.scheduled_payment_cents'],
  ['as_of', 'loan.as_of', 'entry.effective_on'],
  ['principal_cents', 'loan.principal_cents', 'opening.principal_cents'],
  ['interest_cents', 'loan.interest_cents', 'opening.interest_cents'],
  ['fees_cents', 'loan.fees_cents', 'opening.fees_cents'],
  ['scheduled_paid_cents', 'loan.scheduled_paid_cents', 'opening.scheduled_paid_cents'],
  ['charged_off_on', 'loan.charged_off_on', 'opening.charged_off_on'],
  ['borrower_name', 'loan.borrower_name', 'person.display_name'],
  ['history', 'coalesce(history.rows, 0)', 'opening.transactions'],
  ['history_amount_cents', 'coalesce(history.amount, 0)', 'opening.amount_cents'],
];

const DIFFERENCES: Check = {
  name: 'differs',
  severity: 'difference',
  found: ({ organization, boarding }) => `
      select loan.line, differs.column_name,
        case when opening.loan_id is null then 'the ledger has this loan, and it was not boarded'
          else 'the ledger has ' || coalesce(differs.kept, 'nothing') || ', the file ' || coalesce(differs.staged, 'nothing') end
          as message, loan.loan_number
      from ledger_boarding_loan loan
      join ledger_loan kept on kept.organization_id = loan.organization_id and kept.loan_number = loan.loan_number
      left join ledger_opening opening on opening.organization_id = kept.organization_id and opening.loan_id = kept.id
      left join ledger_entry entry on entry.organization_id = opening.organization_id
        and entry.reference_number = opening.reference_number
      left join account on account.organization_id = kept.organization_id and account.id = kept.id
      left join person on person.organization_id = account.organization_id and person.id = account.primary_borrower_party_id
      left join lateral (select count(*) as rows, sum(abs(row.amount_cents)) as amount from ledger_boarding_transaction row
        where row.organization_id = ${organization} and row.boarding_id = ${boarding}
          and row.loan_number = loan.loan_number) history on true
      cross join lateral (values ${COMPARED.map(
        ([column, staged, keptAs]) =>
          `('${column}', ${staged}::text, case when opening.loan_id is not null then ${keptAs}::text end)`,
      ).join(', ')}) differs (column_name, staged, kept)
      where loan.organization_id = ${organization} and loan.boarding_id = ${boarding}
        and case when opening.loan_id is null then differs.column_name = 'originated_on'
          else differs.staged is distinct from differs.kept end`,
};

export const CHECKS: readonly PreparedCheck[] = [...AMONG_ROWS, DIFFERENCES].map((check) => ({
  severity: check.severity,
  statement: prepared(check),
}));

function prepared({ name, severity, found }: Check): CheckStatement {
  return statement({
    name: `ledger_boarding.check.${name}`,
    takes: BOARDING_KEY,
    gives: derived({ found: 'int8' }),
    text: ({ p, scope }) => {
      const { into, values } = inserted('LedgerBoardingProblem', {
        organizationId: p.organizationId,
        boardingId: p.id,
        line: sql('found.line'),
        id: sql(`'${name}:' || found.column_name`),
        severity: sql(`'${severity}'`),
        column: sql('found.column_name'),
        message: sql('found.message'),
        loanNumber: sql('found.loan_number'),
      });
      return `
      with found as materialized (${found({ organization: `${p.organizationId}::text`, boarding: `${p.id}::text` })}
      ), kept as (
        insert into ${into} select ${values} from found
        where ${scope(`${p.organizationId}::text`)}
        order by found.line limit ${MOST_OF_A_KIND}
      )
      select count(*) as found from found where ${scope(`${p.organizationId}::text`)}`;
    },
  });
}

/** A control total that the file's rows do not come to: the file is cut short, or not the one that it says. */
export const insertControlProblem = statement({
  name: 'ledger_boarding.insert_control_problem',
  takes: { ...BOARDING_KEY, line: 'int4', column: 'text', message: 'text' },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerBoardingProblem', {
      organizationId: p.organizationId,
      boardingId: p.id,
      line: sql(`${p.line}::int`),
      id: sql(`'control:' || ${p.column}::text`),
      severity: sql(`'error'`),
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

/** What is staged of a file: in all, and of loans that the ledger has already. */
export const stagedFigures = statement({
  name: 'ledger_boarding.staged_figures',
  takes: { ...BOARDING_KEY, onlyKnown: 'bool' },
  gives: derived(FIGURES),
  text: ({ p, scope }) => {
    const among = (rows: string) => `${rows}.organization_id = ${p.organizationId} and ${rows}.boarding_id = ${p.id}
        and ${scope(`${rows}.organization_id`)}
        and (not ${p.onlyKnown}::boolean or exists (select from ledger_loan kept
          where kept.organization_id = ${rows}.organization_id and kept.loan_number = ${rows}.loan_number))`;
    return `
    select l.loans, t.transactions, l."principalCents", l."interestCents", l."feesCents", t."amountCents"
    from (select count(*) as loans, coalesce(sum(loan.principal_cents), 0)::bigint as "principalCents",
        coalesce(sum(loan.interest_cents), 0)::bigint as "interestCents", coalesce(sum(loan.fees_cents), 0)::bigint as "feesCents"
      from ledger_boarding_loan loan where ${among('loan')}) l,
      (select count(*) as transactions, coalesce(sum(abs(row.amount_cents)), 0)::bigint as "amountCents"
      from ledger_boarding_transaction row where ${among('row')}) t`;
  },
});

/** Loans that the ledger has already are compared, and never written again. */
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
