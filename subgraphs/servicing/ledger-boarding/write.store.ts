import { PRODUCT_TERMS } from '../../../connectors/loan-systems/ledger/store/loan-store.js';
import { columns, columnsAs, derived, type RowOf } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { inserted, LEFT_OUT, sql } from '../../../core/db/written.js';
import { BOARDING_KEY } from './boarding.store.js';

const STAGED = columns('LedgerBoardingLoan', 'loan', [
  'loanNumber',
  'line',
  'accountId',
  'personId',
  'coPersonId',
  'addressId',
  'contractNumber',
  'borrowerName',
  'borrowerEmail',
  'borrowerPhone',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
  'coBorrowerName',
  'coBorrowerEmail',
  'coBorrowerPhone',
  'originatedOn',
  'firstDueOn',
  'originalPrincipalCents',
  'annualRateBps',
  'termMonths',
  'scheduledPaymentCents',
  'asOf',
  'status',
  'principalCents',
  'interestCents',
  'feesCents',
  'scheduledPaidCents',
  'chargedOffOn',
  'paidOffOn',
]);
const PRODUCT = columnsAs('LedgerProductVersion', 'product', {
  productId: 'productId',
  productVersion: 'version',
}).orNull();
const FEE = derived({ nsfFeeCents: 'LedgerLoan.nsfFeeCents' });
const HISTORY = derived({ transactions: 'int8', amountCents: 'int8' });

export type StagedLoanRow = RowOf<typeof STAGED> &
  RowOf<typeof PRODUCT> &
  RowOf<typeof PRODUCT_TERMS> &
  RowOf<typeof FEE> &
  RowOf<typeof HISTORY>;

/** The next loans of a file, with the terms that they are to be kept under. */
export const nextStaged = statement({
  name: 'ledger_boarding.next_staged',
  takes: { ...BOARDING_KEY, limit: 'int8' },
  gives: [STAGED, PRODUCT, PRODUCT_TERMS, FEE, HISTORY],
  text: ({ p, scope }) => `
    select ${STAGED}, ${PRODUCT}, ${PRODUCT_TERMS}, coalesce(loan.nsf_fee_cents, product.nsf_fee_cents, 0) as "nsfFeeCents",
      history.transactions, history."amountCents"
    from ledger_boarding_loan loan
    left join ledger_product sold on sold.organization_id = loan.organization_id and sold.code = loan.product_code
    left join ledger_product_version product on product.organization_id = sold.organization_id
      and product.product_id = sold.id and product.version = sold.current_version
    cross join lateral (select count(*) as transactions, coalesce(sum(abs(row.amount_cents)), 0)::bigint as "amountCents"
      from ledger_boarding_transaction row where row.organization_id = loan.organization_id
        and row.boarding_id = loan.boarding_id and row.loan_number = loan.loan_number) history
    where loan.organization_id = ${p.organizationId} and loan.boarding_id = ${p.id} and ${scope('loan.organization_id')}
    order by loan.loan_number, loan.line
    limit ${p.limit}`,
});

const INCOMING = `"loanNumber" text, "accountId" text, "personId" text, "coPersonId" text, "addressId" text,
        "contractNumber" text, "borrowerName" text, "borrowerEmail" text, "borrowerPhone" text, line1 text, line2 text, city text,
        state text, "postalCode" text, country text, "coBorrowerName" text, "coBorrowerEmail" text, "coBorrowerPhone" text,
        "originatedOn" date, "firstDueOn" date, "maturityOn" date, "originalPrincipalCents" bigint, "annualRateBps" int,
        "termMonths" int, "scheduledPaymentCents" bigint, "nsfFeeCents" bigint, "asOf" date, status text, "principalCents" bigint,
        "interestCents" bigint, "feesCents" bigint, "scheduledPaidCents" bigint, "chargedOffOn" date, "paidOffOn" date,
        "dayEndThrough" date, "lateFeeInstallments" int[], "productId" text, "productVersion" int, lines jsonb, transactions int, "amountCents" bigint,
        "pastDueCents" bigint, "oldestUnpaidOn" date, "oldestUnpaidCents" bigint, "nextDueOn" date, "nextDueCents" bigint`;

/**
 * Takes loans out of what is staged and into the books, whole: borrowers, account, loan, opening entry with its lines, past due,
 * and all their history. `loans` is JSON: each as `boardedRow` has it.
 */
export const writeLoans = statement({
  name: 'ledger_boarding.write_loans',
  takes: { ...BOARDING_KEY, systemCode: 'Account.loanSystemCode', loans: 'jsonb', at: 'Account.createdAt' },
  text: ({ p, scope }) => {
    const cell = (name: string) => sql(`loan."${name}"`);
    const organizationId = p.organizationId;
    const person = (id: string, name: string, email: string, phone: string) =>
      inserted('Person', {
        id: cell(id),
        organizationId,
        displayName: cell(name),
        email: cell(email),
        phone: cell(phone),
        loanSystemCode: LEFT_OUT,
        externalId: LEFT_OUT,
        createdAt: p.at,
        erasedAt: LEFT_OUT,
      });
    const borrower = person('personId', 'borrowerName', 'borrowerEmail', 'borrowerPhone');
    const coBorrower = person('coPersonId', 'coBorrowerName', 'coBorrowerEmail', 'coBorrowerPhone');
    const address = inserted('PersonAddress', {
      id: cell('addressId'),
      organizationId,
      personId: cell('personId'),
      kind: LEFT_OUT,
      isCurrent: LEFT_OUT,
      line1: cell('line1'),
      line2: cell('line2'),
      city: cell('city'),
      state: cell('state'),
      postalCode: cell('postalCode'),
      country: sql(`coalesce(loan.country, 'US')`),
      createdAt: p.at,
    });
    const account = inserted('Account', {
      id: cell('accountId'),
      organizationId,
      loanSystemCode: p.systemCode,
      externalId: cell('accountId'),
      primaryBorrowerPartyId: cell('personId'),
      externalContractNumber: sql('coalesce(loan."contractNumber", loan."loanNumber")'),
      externalAccountNumber: cell('loanNumber'),
      currentBalanceCents: cell('principalCents'),
      statusCode: sql('loan.status::account_status'),
      originatedOn: cell('originatedOn'),
      firstDueOn: cell('firstDueOn'),
      maturityOn: cell('maturityOn'),
      originalPrincipalCents: cell('originalPrincipalCents'),
      scheduledPaymentCents: cell('scheduledPaymentCents'),
      annualRate: sql('loan."annualRateBps" / 100.0'),
      termMonths: cell('termMonths'),
      chargedOffOn: cell('chargedOffOn'),
      paidOffOn: cell('paidOffOn'),
      nextDueSortOn: sql(`coalesce(loan."nextDueOn", 'infinity'::date)`),
      loanSystemVersion: LEFT_OUT,
      sourceRevision: LEFT_OUT,
      sourceStatus: LEFT_OUT,
      syncedAt: LEFT_OUT,
      sourceDeletedAt: LEFT_OUT,
      createdAt: p.at,
    });
    const owes = (id: string, role: string) =>
      inserted('AccountBorrower', {
        organizationId,
        accountId: cell('accountId'),
        personId: cell(id),
        role: sql(`'${role}'`),
        isActive: LEFT_OUT,
      });
    const ledgerLoan = inserted('LedgerLoan', {
      id: cell('accountId'),
      organizationId,
      status: sql('loan.status::account_status'),
      originatedOn: cell('originatedOn'),
      firstDueOn: cell('firstDueOn'),
      originalPrincipalCents: cell('originalPrincipalCents'),
      annualRateBps: cell('annualRateBps'),
      termMonths: cell('termMonths'),
      scheduledPaymentCents: cell('scheduledPaymentCents'),
      nsfFeeCents: cell('nsfFeeCents'),
      principalCents: cell('principalCents'),
      interestCents: cell('interestCents'),
      accrualRemainder: sql('0'),
      accruedThrough: cell('asOf'),
      feesCents: cell('feesCents'),
      scheduledPaidCents: cell('scheduledPaidCents'),
      chargedOffOn: cell('chargedOffOn'),
      paidOffOn: cell('paidOffOn'),
      dayEndThrough: cell('dayEndThrough'),
      loanNumber: cell('loanNumber'),
      productId: cell('productId'),
      productVersion: cell('productVersion'),
      lateFeeInstallments: cell('lateFeeInstallments'),
    });
    const entry = inserted('LedgerEntry', {
      referenceNumber: cell('reference_number'),
      organizationId,
      loanId: cell('accountId'),
      type: sql(`'opening'`),
      effectiveOn: cell('asOf'),
      accruedTo: LEFT_OUT,
      externalReference: LEFT_OUT,
      reversesReference: LEFT_OUT,
      reallocatesReference: LEFT_OUT,
      becauseOfReference: LEFT_OUT,
      memo: LEFT_OUT,
      postedAt: p.at,
    });
    const line = inserted('LedgerLine', {
      referenceNumber: cell('reference_number'),
      lineNumber: sql('line.number'),
      organizationId,
      ledgerAccount: sql(`line.line->>'ledgerAccount'`),
      amountCents: sql(`(line.line->>'amountCents')::bigint`),
    });
    const opening = inserted('LedgerOpening', {
      organizationId,
      loanId: cell('accountId'),
      referenceNumber: cell('reference_number'),
      boardingId: p.id,
      principalCents: cell('principalCents'),
      interestCents: cell('interestCents'),
      feesCents: cell('feesCents'),
      scheduledPaidCents: cell('scheduledPaidCents'),
      chargedOffOn: cell('chargedOffOn'),
      transactions: cell('transactions'),
      amountCents: cell('amountCents'),
    });
    const snapshot = inserted('PastDueSnapshot', {
      organizationId,
      accountId: cell('accountId'),
      asOf: cell('asOf'),
      statusCode: sql('loan.status::account_status'),
      balanceCents: cell('principalCents'),
      pastDueCents: cell('pastDueCents'),
      oldestUnpaidOn: cell('oldestUnpaidOn'),
      oldestUnpaidCents: cell('oldestUnpaidCents'),
      nextDueOn: cell('nextDueOn'),
      nextDueCents: cell('nextDueCents'),
    });
    return `
    with loan as materialized (
      select nextval('ledger_entry_reference_number_seq') as reference_number, incoming.*
      from jsonb_to_recordset(${p.loans}::jsonb) as incoming (${INCOMING})
      where ${scope(`${p.organizationId}::text`)}
    ), borrower as (insert into ${borrower.into} select ${borrower.values} from loan
    ), co_borrower as (insert into ${coBorrower.into} select ${coBorrower.values} from loan where loan."coPersonId" is not null
    ), address as (insert into ${address.into} select ${address.values} from loan where loan."addressId" is not null
    ), opened as (insert into ${account.into} select ${account.values} from loan
    ), owed as (
      insert into ${owes('personId', 'primary').into}
      select ${owes('personId', 'primary').values} from loan
      union all select ${owes('coPersonId', 'co_borrower').values} from loan where loan."coPersonId" is not null
    ), kept as (insert into ${ledgerLoan.into} select ${ledgerLoan.values} from loan
    ), entered as (insert into ${entry.into} select ${entry.values} from loan
    ), lined as (
      insert into ${line.into} select ${line.values}
      from loan cross join jsonb_array_elements(loan.lines) with ordinality as line (line, number)
    ), opening as (insert into ${opening.into} select ${opening.values} from loan
    ), snapped as (insert into ${snapshot.into} select ${snapshot.values} from loan)
    delete from ledger_boarding_loan staged using loan
    where staged.organization_id = ${p.organizationId} and staged.boarding_id = ${p.id}
      and staged.loan_number = loan."loanNumber" and ${scope('staged.organization_id')}`;
  },
});

/** The history of loans that were just written. Its rows never pass for entries of this ledger: their ids are set apart. */
export const moveHistory = statement({
  name: 'ledger_boarding.move_history',
  takes: { ...BOARDING_KEY, loanNumbers: 'text[]', accountIds: 'text[]', at: 'Transaction.createdAt' },
  gives: derived({ moved: 'int8' }),
  text: ({ p, scope }) => {
    const { into, values } = inserted('Transaction', {
      id: sql('taken.id'),
      organizationId: p.organizationId,
      accountId: sql('written.account_id'),
      type: sql('taken.type'),
      amountCents: sql('taken.amount_cents'),
      effectiveAt: sql('taken.effective_on'),
      sortOn: sql(`coalesce(taken.effective_on, '-infinity'::date)`),
      status: sql('taken.status'),
      externalId: sql(`'prior:' || taken.external_id`),
      originalTransactionId: LEFT_OUT,
      reallocatesTransactionId: LEFT_OUT,
      becauseOfTransactionId: LEFT_OUT,
      receivedOn: LEFT_OUT,
      paymentMethod: sql('taken.payment_method'),
      reason: sql('taken.reason'),
      principalCents: sql('taken.principal_cents'),
      interestCents: sql('taken.interest_cents'),
      feesCents: sql('taken.fees_cents'),
      endingBalanceCents: LEFT_OUT,
      sourceDeletedAt: LEFT_OUT,
      createdAt: p.at,
    });
    return `
    with written as materialized (
      select * from unnest(${p.loanNumbers}::text[], ${p.accountIds}::text[]) as written (loan_number, account_id)
    ), taken as (
      delete from ledger_boarding_transaction staged using written
      where staged.organization_id = ${p.organizationId} and staged.boarding_id = ${p.id}
        and staged.loan_number = written.loan_number and ${scope('staged.organization_id')}
      returning staged.*
    ), moved as (
      insert into ${into} select ${values} from taken join written using (loan_number) returning 1
    )
    select count(*) as moved from moved`;
  },
});

/** What a boarding wrote, read back: of openings and history, and of the journal. */
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

/** Loans whose cut-over is past have days to close yet: day-end looks through the organization's loans again. */
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
