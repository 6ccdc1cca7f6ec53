import { derived } from '../../core/db/columns.js';
import { inserted, LEFT_OUT, leftOut, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { BORROWER_CELLS, CO_BORROWER_CELLS, digestsOf } from './borrower-digests.js';
import { BATCH } from './staged-batch.store.js';

const INCOMING = `"loanNumber" text, "accountId" text, "personId" text, "coPersonId" text, "addressId" text,
        "contractNumber" text, "borrowerName" text, "borrowerEmail" text, "borrowerPhone" text, line1 text, line2 text, city text,
        state text, "postalCode" text, country text, "coBorrowerName" text, "coBorrowerEmail" text, "coBorrowerPhone" text,
        "originatedOn" date, "firstDueOn" date, "maturityOn" date, "originalPrincipalCents" bigint, "annualRateBps" int,
        "annualRateMillionths" int,
        "termMonths" int, "scheduledPaymentCents" bigint, "nsfFeeCents" bigint, "asOf" date, status text, "principalCents" bigint,
        "interestCents" bigint, "feesCents" bigint, "scheduledPaidCents" bigint, "chargedOffOn" date, "paidOffOn" date,
        "dayEndThrough" date, "lateFeeInstallments" int[], "productId" text, "productVersion" int, "productCode" text,
        "saidStatus" text, "saidNsfFeeCents" bigint, "saidPaidOffOn" date, lines jsonb, transactions int, "amountCents" bigint,
        "pastDueCents" bigint, "oldestUnpaidOn" date, "oldestUnpaidCents" bigint, "nextDueOn" date, "nextDueCents" bigint`;

/**
 * Moves the loans of a batch from the staged rows into the ledger: borrowers, account, loan, opening entry with its
 * lines, past due. `loans` is JSON in the form of `boardedRow`. A loan whose number was booked in the meantime is
 * unstaged too, and not written.
 *
 * @returns the loans that were written.
 */
export const writeLoans = statement({
  name: 'ledger_boarding.write_loans',
  takes: { ...BATCH, systemCode: 'Account.loanSystemCode', loans: 'jsonb', pads: 'bytea', at: 'Account.createdAt' },
  gives: derived({ accountId: 'Account.id' }),
  text: ({ p, scope }) => {
    const cell = (name: string) => sql(`loan."${name}"`);
    /** A name in stored form: a process of an earlier version may have staged it, too. */
    const name = (staged: string) => sql(`normalize(loan."${staged}", NFC)`);
    const organizationId = p.organizationId;
    const person = (id: string, staged: string, email: string, phone: string) =>
      inserted('Person', {
        id: cell(id),
        organizationId,
        displayName: name(staged),
        email: cell(email),
        phone: cell(phone),
        ...leftOut('loanSystemCode', 'externalId'),
        createdAt: p.at,
        erasedAt: LEFT_OUT,
      });
    const borrower = person('personId', 'borrowerName', 'borrowerEmail', 'borrowerPhone');
    const coBorrower = person('coPersonId', 'coBorrowerName', 'coBorrowerEmail', 'coBorrowerPhone');
    const address = inserted('PersonAddress', {
      id: cell('addressId'),
      organizationId,
      personId: cell('personId'),
      ...leftOut('kind', 'isCurrent'),
      line1: name('line1'),
      line2: name('line2'),
      city: name('city'),
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
      annualRate: sql('coalesce(loan."annualRateBps" / 100.0, loan."annualRateMillionths" / 1000000.0)'),
      termMonths: cell('termMonths'),
      chargedOffOn: cell('chargedOffOn'),
      paidOffOn: cell('paidOffOn'),
      nextDueSortOn: sql(`coalesce(loan."nextDueOn", 'infinity'::date)`),
      pastDueCents: cell('pastDueCents'),
      oldestUnpaidOn: cell('oldestUnpaidOn'),
      ...leftOut('loanSystemVersion', 'sourceRevision', 'sourceStatus', 'syncedAt', 'sourceDeletedAt'),
      createdAt: p.at,
      eventSequence: LEFT_OUT,
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
      annualRateMillionths: cell('annualRateMillionths'),
      termMonths: cell('termMonths'),
      scheduledPaymentCents: cell('scheduledPaymentCents'),
      nsfFeeCents: cell('nsfFeeCents'),
      principalCents: cell('principalCents'),
      interestCents: cell('interestCents'),
      accrualRemainder: sql('0'),
      accruedThrough: cell('asOf'),
      feesCents: cell('feesCents'),
      // No file gives the kind of fees.
      lateFeesCents: cell('feesCents'),
      takenByLateFeesCents: LEFT_OUT,
      lateFeesCountedCents: cell('feesCents'),
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
      ...leftOut('accruedTo', 'externalReference', 'reversesReference'),
      ...leftOut('reallocatesReference', 'becauseOfReference', 'memo'),
      postedAt: p.at,
    });
    const line = inserted('LedgerLine', {
      referenceNumber: cell('reference_number'),
      lineNumber: sql('line.number'),
      organizationId,
      ledgerAccount: sql(`line.line->>'ledgerAccount'`),
      amountCents: sql(`(line.line->>'amountCents')::bigint`),
    });
    const keyed = { salt: 'loan."accountId"', pads: `${p.pads}::bytea`, cell: (field: string) => `loan."${field}"` };
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
      status: sql('loan."saidStatus"::account_status'),
      productCode: cell('productCode'),
      contractNumber: cell('contractNumber'),
      nsfFeeCents: cell('saidNsfFeeCents'),
      paidOffOn: cell('saidPaidOffOn'),
      borrowerDigests: sql(digestsOf(BORROWER_CELLS, keyed)),
      coBorrowerDigests: sql(digestsOf(CO_BORROWER_CELLS, keyed)),
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
    with incoming as materialized (
      select nextval('ledger_entry_reference_number_seq') as reference_number, given.*
      from jsonb_to_recordset(${p.loans}::jsonb) as given (${INCOMING})
      where ${scope(`${p.organizationId}::text`)}
    ), kept as (
      insert into ${ledgerLoan.into} select ${ledgerLoan.values} from incoming loan
      on conflict (organization_id, loan_number) do nothing returning id
    ), loan as materialized (select incoming.* from incoming join kept on kept.id = incoming."accountId"
    ), borrower as (insert into ${borrower.into} select ${borrower.values} from loan
    ), co_borrower as (insert into ${coBorrower.into} select ${coBorrower.values} from loan where loan."coPersonId" is not null
    ), address as (insert into ${address.into} select ${address.values} from loan where loan."addressId" is not null
    ), opened as (insert into ${account.into} select ${account.values} from loan
    ), owed as (
      insert into ${owes('personId', 'primary').into}
      select ${owes('personId', 'primary').values} from loan
      union all select ${owes('coPersonId', 'co_borrower').values} from loan where loan."coPersonId" is not null
    ), entered as (insert into ${entry.into} select ${entry.values} from loan
    ), lined as (
      insert into ${line.into} select ${line.values}
      from loan cross join jsonb_array_elements(loan.lines) with ordinality as line (line, number)
    ), opening as (insert into ${opening.into} select ${opening.values} from loan
    ), snapped as (insert into ${snapshot.into} select ${snapshot.values} from loan
    ), taken as (
      delete from ledger_boarding_loan
      where organization_id = ${p.organizationId} and boarding_id = ${p.id}
        and loan_number between ${p.firstNumber} and ${p.lastNumber} and ${scope('organization_id')}
    )
    select id as "accountId" from kept`;
  },
});
