import { derived } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import { BOARDING_KEY } from './boarding.store.js';

/** What a boarding wrote, read back: from the openings and history, and from the journal. */
export const writtenFigures = statement({
  name: 'ledger_boarding.written_figures',
  takes: BOARDING_KEY,
  gives: derived({
    loans: 'int8',
    transactions: 'int8',
    principalCents: 'int8',
    interestCents: 'int8',
    feesCents: 'int8',
    amountCents: 'int8',
    journalLoans: 'int8',
    journalPrincipalCents: 'int8',
    journalInterestCents: 'int8',
    journalFeesCents: 'int8',
  }),
  text: ({ p, scope }) => `
    with opening as materialized (
      select * from ledger_opening
      where organization_id = ${p.organizationId} and boarding_id = ${p.id} and ${scope('organization_id')}
    ), balances as (
      select count(*) as loans, coalesce(sum(principal_cents), 0)::bigint as principal,
        coalesce(sum(interest_cents), 0)::bigint as interest, coalesce(sum(fees_cents), 0)::bigint as fees from opening
    ), history as (
      select count(*) as rows, coalesce(sum(abs(t.amount_cents)), 0)::bigint as amount
      from opening join transaction t on t.organization_id = opening.organization_id and t.account_id = opening.loan_id
        and (t.external_id is null or t.external_id like 'prior:%')
    ), entries as (
      select count(*) as loans from opening join ledger_entry entry on entry.organization_id = opening.organization_id
        and entry.reference_number = opening.reference_number and entry.type = 'opening'
    ), lines as (
      select coalesce(sum(line.amount_cents) filter (where line.ledger_account in ('principal_receivable', 'recoverable_principal')),
          0)::bigint as principal,
        coalesce(sum(line.amount_cents) filter (where line.ledger_account in ('interest_receivable', 'recoverable_interest')),
          0)::bigint as interest,
        coalesce(sum(line.amount_cents) filter (where line.ledger_account in ('fee_receivable', 'recoverable_fees')), 0)::bigint as fees
      from opening join ledger_line line on line.organization_id = opening.organization_id
        and line.reference_number = opening.reference_number
    )
    select balances.loans, history.rows as transactions, balances.principal as "principalCents",
      balances.interest as "interestCents", balances.fees as "feesCents", history.amount as "amountCents",
      entries.loans as "journalLoans", lines.principal as "journalPrincipalCents", lines.interest as "journalInterestCents",
      lines.fees as "journalFeesCents"
    from balances, history, entries, lines`,
});

/** Loans with a past cut-over still have days to close, so day-end must process the organization's loans again. */
export const reopenDayEnd = statement({
  name: 'ledger_boarding.reopen_day_end',
  takes: BOARDING_KEY,
  text: ({ p, scope }) => `
    update ledger_day_end set closed_through = least(closed_through, (select min(loan.day_end_through)
      from ledger_opening opening join ledger_loan loan on loan.organization_id = opening.organization_id and loan.id = opening.loan_id
      where opening.organization_id = ${p.organizationId} and opening.boarding_id = ${p.id}
        and loan.status in ('active', 'delinquent')))
    where organization_id = ${p.organizationId} and ${scope('organization_id')}`,
});
