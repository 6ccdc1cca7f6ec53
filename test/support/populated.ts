import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { newId } from '../../core/ids/ids.js';
import type { Lender } from './lender.js';
import {
  populateApproval,
  populateCollection,
  populateErasure,
  populateException,
  populateFlag,
  populateLoanSystem,
  populateNote,
} from './populated-administration.js';
import { type PopulatedAutopay, populateAutopay, populateChargeOff } from './populated-autopay.js';
import { type PopulatedBatches, populateBatches } from './populated-batches.js';
import { type PopulatedBoardings, populateBoardings } from './populated-boardings.js';
import { type PopulatedCaptures, populateCaptures } from './populated-captures.js';
import { populateProduct } from './populated-ledger.js';
import { type PopulatedMessaging, populateMessaging } from './populated-messaging.js';
import { populateReports } from './populated-reports.js';
import { type PopulatedTieOut, populateTieOut } from './populated-tie-out.js';
import { type PopulatedWebhooks, populateWebhooks } from './populated-webhooks.js';

/** The data of one organization after `populate`: at least one row of everything that a statement reads or changes. */
export interface Populated {
  readonly organizationId: string;
  readonly accountId: string;
  /** Primary borrower of every account, with an address. */
  readonly personId: string;
  /** A co-borrower as a sync writes it. */
  readonly syncedPersonId: string;
  /** Its digits. */
  readonly personPhone: string;
  readonly loanId: string;
  /** The version of the loan's row (xmin). */
  readonly loanRowVersion: string;
  /** `posted` on the ledger. */
  readonly postedId: string;
  /** Its reference number in the ledger, and the check number that it was given by hand. */
  readonly postedNumber: number;
  readonly checkNumber: number;
  /** `pending`, with an expired lease. */
  readonly pendingId: string;
  readonly pendingAccountId: string;
  /** `reference_lease_until` of the pending payment and of the pending reversal, as text. */
  readonly pendingLease: string;
  readonly reversalLease: string;
  /** A reversal that is `pending` with an expired lease, and the payment that it would reverse. */
  readonly reversalId: string;
  readonly reversalReference: string;
  readonly reversingId: string;
  readonly sandboxLoanId: string;
  readonly sandboxReference: string;
  readonly messaging: PopulatedMessaging;
  /** External ids of two transactions on `accountId`. */
  readonly transactionExternalIds: readonly string[];
  /** The key of a payment on `accountId`. */
  readonly paymentTransactionId: string;
  readonly autopay: PopulatedAutopay;
  /** A charged-off loan, and its active schedule. */
  readonly chargeOff: { readonly accountId: string; readonly scheduleId: string };
  readonly noteId: string;
  /** A loan past due that an agent has taken. */
  readonly collectedLoanId: string;
  readonly flagId: string;
  readonly approvalId: string;
  readonly exceptionId: string;
  /** In progress; the organization's id is the digest of a tombstone. */
  readonly erasureId: string;
  readonly captures: PopulatedCaptures;
  readonly batches: PopulatedBatches;
  readonly productId: string;
  /** Its loan was paid off. */
  readonly paidOffAccountId: string;
  readonly boardings: PopulatedBoardings;
  readonly tieOut: PopulatedTieOut;
  readonly webhooks: PopulatedWebhooks;
  readonly keys: Readonly<Record<'finished' | 'released' | 'in_progress', IdempotencyKey>>;
}

export interface IdempotencyKey {
  readonly operation: string;
  readonly key: string;
  readonly subjectId: string;
}

/**
 * Fills a lender by the product's own operations; only the two crashes that leave something pending are inserted by
 * hand.
 */
export async function populate(sql: pg.Client, lender: Lender, principalCents: number): Promise<Populated> {
  const { organizationId } = lender;
  await populateLoanSystem(sql, lender);
  const api = await lender.api();
  const accountId = await lender.ledgerAccount(principalCents);
  const posted = await api.record(accountId, { external_reference: `till of ${organizationId}` });
  const checkNumber = 1_047;
  await sql.query('update collected_payment set check_number = $2 where id = $1', [
    posted.json.payment_id,
    checkNumber,
  ]);
  const returned = await api.record(accountId);
  await api.reverse(returned.json.payment_id, { is_nsf: true, reason: `of ${organizationId}` });
  const pendingAccountId = await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS', principalCents);
  const pending = await api.record(pendingAccountId);
  const sandboxLoanId = await lender.sandboxAccount('SBX-REVERSAL-UNCONFIRMED', principalCents);
  const reversing = await api.record(sandboxLoanId);
  await api.reverse(reversing.json.payment_id);
  await api.record(await lender.sandboxAccount('SBX-UNAVAILABLE', principalCents), {}, randomUUID());

  const abandoned = "status = 'pending', reference_lease_until = now() - interval '1 hour'";
  const lease = 'reference_lease_until::text as lease';
  const payment = await sql.query(`update collected_payment set ${abandoned} where id = $1 returning ${lease}`, [
    pending.json.payment_id,
  ]);
  const reversal = await sql.query(
    `update payment_reversal set ${abandoned} where payment_id = $1 returning id, posting_reference, ${lease}`,
    [reversing.json.payment_id],
  );
  await sql.query(
    `insert into person_address (id, organization_id, person_id, line1, city, state, postal_code)
     values ($1, $2, $3, $1, 'Springfield', 'IL', '62701')`,
    [newId(), organizationId, lender.personId],
  );
  await sql.query(`update person set email = id || '@example.com', phone = '+1 212 ' || $2 where id = $1`, [
    lender.personId,
    String(principalCents),
  ]);
  const syncedPersonId = newId();
  await sql.query(
    `insert into person (id, organization_id, display_name, loan_system_code, external_id)
     values ($1, $2, 'Synced Borrower', 'sandbox', $1)`,
    [syncedPersonId, organizationId],
  );
  await sql.query(
    `insert into account_borrower (organization_id, account_id, person_id, role) values ($1, $2, $3, 'co_borrower')`,
    [organizationId, pendingAccountId, syncedPersonId],
  );
  const transactions = await sql.query(
    'select id, type, external_id from transaction where account_id = $1 order by id',
    [accountId],
  );
  await populateReports(sql, lender, principalCents);
  await sql.query('update account set external_contract_number = id, external_account_number = id where id = $1', [
    accountId,
  ]);
  const paidOff = await sql.query(
    'select id from account where organization_id = $1 and paid_off_on is not null limit 1',
    [organizationId],
  );
  // As if it was recorded while the pending one was in progress.
  await sql.query('update collected_payment set possible_duplicate_of = $2 where id = $1', [
    ...[posted.json.payment_id, pending.json.payment_id],
  ]);
  const autopay = await populateAutopay(sql, lender, accountId);
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail, resolved_at, resolved_by, resolution)
     values ($1, $2, 'autopay_refund_refused', $3, '{}', now(), 'ola', 'of a run')`,
    [newId(), organizationId, autopay.chargingId],
  );
  const reference = await sql.query('select posting_reference from collected_payment where id = $1', [
    reversing.json.payment_id,
  ]);
  const populated = {
    pendingLease: payment.rows[0].lease,
    reversalLease: reversal.rows[0].lease,
    transactionExternalIds: transactions.rows.map(({ external_id }) => external_id),
    paymentTransactionId: transactions.rows.find(({ type }) => type === 'payment')?.id,
    organizationId,
    accountId,
    personId: lender.personId,
    syncedPersonId,
    personPhone: `1212${principalCents}`,
    loanId: accountId,
    postedId: posted.json.payment_id,
    postedNumber: posted.json.reference_number,
    checkNumber,
    pendingId: pending.json.payment_id,
    pendingAccountId,
    reversalId: reversal.rows[0].id,
    reversalReference: reversal.rows[0].posting_reference,
    reversingId: reversing.json.payment_id,
    sandboxLoanId,
    sandboxReference: reference.rows[0].posting_reference,
    messaging: await populateMessaging(sql, lender),
    autopay,
    chargeOff: await populateChargeOff(sql, lender, autopay),
    tieOut: await populateTieOut(sql, lender, { accountId, ...autopay }),
    noteId: await populateNote(sql, organizationId, accountId),
    collectedLoanId: await populateCollection(sql, organizationId),
    flagId: await populateFlag(sql, organizationId, accountId),
    approvalId: await populateApproval(sql, organizationId, accountId),
    exceptionId: await populateException(sql, lender),
    keys: await keysOf(sql, organizationId),
    captures: await populateCaptures(sql, lender, accountId),
    batches: await populateBatches(sql, lender, {
      accountId,
      postedId: posted.json.payment_id,
      pendingId: pending.json.payment_id,
    }),
    webhooks: await populateWebhooks(sql, lender),
    boardings: await populateBoardings(sql, lender, accountId),
    erasureId: await populateErasure(sql, lender),
    productId: await populateProduct(sql, lender),
    paidOffAccountId: paidOff.rows[0].id,
  };
  const { rows } = await sql.query('select xmin::text as version from ledger_loan where id = $1', [accountId]);
  return { ...populated, loanRowVersion: rows[0].version };
}

async function keysOf(sql: pg.Client, organizationId: string): Promise<Populated['keys']> {
  const found = await sql.query<IdempotencyKey & { state: string }>(
    'select operation, key, subject_id as "subjectId", state from idempotency_record where organization_id = $1',
    [organizationId],
  );
  const inState = (state: string): IdempotencyKey => {
    const row = found.rows.find((candidate) => candidate.state === state);
    if (row === undefined) throw new Error(`no idempotency key is ${state}`);
    return row;
  };
  return { finished: inState('finished'), released: inState('released'), in_progress: inState('in_progress') };
}
