import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import { businessClock } from '../../../../core/business-time/business-clock.js';
import { checkedWrite } from '../../../../core/contract/checked-write.js';
import { recordPaymentBody } from '../../../../core/contract/collected-payment.js';
import { Problem } from '../../../../core/errors/problem.js';
import { readKeys } from '../../../../core/idempotency/idempotency.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { requireAccount, unsettledCents } from '../../account/payable-account.reads.store.js';
import { type KeyedAnswer, laterAnswer } from '../posting/first-and-later-answer-of-key.js';
import { exceedsPayoff, keyedPayment, loanOf, RECORD_PAYMENT } from './payment-to-record.js';
import { type AccountForPayments, isOnLedger, readAccountsForPayments } from './read-for-payment.reads.store.js';
import type { RecordPaymentRequest } from './record-payment.js';

export interface RehearsalParts extends Pick<ServiceParts, 'db' | 'clock' | 'clientKeys'> {
  readonly systems: LoanSystems;
}

/** What can be paid to an account now. */
type Room = { readonly payable: boolean; readonly cents: number };

/**
 * What `PaymentRecorder.record` would do now, without writing anything. It throws the same errors, except refusals that
 * only the loan system makes. Returns the payment that the key already has, or undefined.
 *
 * @param takenCents - what other payments, not written yet, would post to the account first.
 */
export type Rehearse = (request: RecordPaymentRequest, takenCents: number) => Promise<KeyedAnswer | undefined>;

/**
 * Reads the accounts, loans and keys of several payments of one organization at once. Each account of another loan
 * system is quoted by its system when its first payment is rehearsed.
 */
export async function readRehearsal(
  parts: RehearsalParts,
  principal: Principal,
  organizationId: string,
  requests: readonly Pick<RecordPaymentRequest, 'accountId' | 'idempotencyKey'>[],
): Promise<Rehearse> {
  requireScope(principal, 'external_payments:write');
  const { db, clock, clientKeys } = parts;
  const ids = [...new Set(requests.map(({ accountId }) => accountId))];
  const found = await db.many(principal, readAccountsForPayments, { ids });
  const accounts = new Map(found.map((account) => [account.accountId, account]));
  const known = requests.map(({ idempotencyKey }) => clientKeys.known(idempotencyKey));
  const decisionOf = await readKeys(db, principal, { organizationId, operation: RECORD_PAYMENT }, known);
  const business = await businessClock(db, clock, organizationId);

  const rooms = new Map<string, Promise<Room>>();
  const roomOf = (account: AccountForPayments): Promise<Room> => {
    const room = rooms.get(account.accountId) ?? readRoom(account);
    rooms.set(account.accountId, room);
    return room;
  };
  const readRoom = async (account: AccountForPayments): Promise<Room> => {
    const system = await parts.systems.present(account.loanSystemCode);
    if (system.embedded === undefined) return remoteRoom(parts, principal, account.accountId);
    if (!isOnLedger(account)) throw new Error(`account ${account.accountId} has no loan in the ledger`);
    const { payable, payoffCents } = system.embedded.quote(account, business);
    return { payable, cents: payoffCents - account.openCents };
  };

  return async (request, takenCents) => {
    const body = checkedWrite(recordPaymentBody, request);
    const account = accounts.get(request.accountId);
    if (account === undefined) throw new Problem('account_not_found');
    const decision = decisionOf(keyedPayment(account, clientKeys.known(request.idempotencyKey), body));
    if (decision !== undefined && decision.kind !== 'proceed') return laterAnswer(decision, (id) => id);
    const { payable, cents } = await roomOf(account);
    if (!payable) throw new Problem('account_not_payable');
    const room = cents - takenCents;
    if (body.amount_cents > room) throw exceedsPayoff(principal, room);
    return undefined;
  };
}

/** The account is read again, because its time must be just before the quote. */
async function remoteRoom({ db, systems }: RehearsalParts, principal: Principal, id: string): Promise<Room> {
  const account = await requireAccount(db, principal, id);
  const quote = await systems.byCode(account.loanSystemCode).quotePayoff(loanOf(account));
  if (quote.kind === 'unavailable') throw new Problem('posting_unavailable');
  const { accountId, organizationId, readAt: quotedAt } = account;
  const unsettled = await db.first(principal, unsettledCents, { accountId, organizationId, quotedAt });
  return { payable: quote.value.payable, cents: quote.value.payoffCents - (unsettled?.cents ?? 0) };
}
