import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { AuditedAct } from '../../../../core/audit/record.js';
import { businessClock } from '../../../../core/business-time/business-clock.js';
import { checkedOrEarlier, type KeyedWrite } from '../../../../core/contract/checked-write.js';
import {
  earlierRecordPaymentBody,
  type RecordPaymentBody,
  recordPaymentBody,
} from '../../../../core/contract/collected-payment.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { claimParameters, type KeyedRequest, readKey } from '../../../../core/idempotency/idempotency.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import { businessDayOf } from '../../../../ledger/rules/business-day.js';
import type { LoanSystem, PayoffQuote } from '../../../../loan-model/port.js';
import {
  lockAccount,
  type PayableAccountRow,
  type Quote,
  requireAccount,
  reservable,
} from '../../account/payable-account.reads.store.js';
import { watchPosting } from '../posting/enqueue-outcome-lookup.js';
import { firstAnswer, type KeyedAnswer, type Settled } from '../posting/first-and-later-answer-of-key.js';
import { afterLostCommit, type PostingParts, postEmbedded, postRemotely } from '../posting/keyed-posting.js';
import { leaseMs, type SettlementTiming } from '../posting/lease-and-lookup-timing.js';
import { countUnreached } from '../posting/posting-metrics.js';
import { ReferencesOfRequests } from '../posting/references-of-request.js';
import { claimAndLock, lockAndClaim } from './claim-key-and-lock-loan.store.js';
import { exceedsPayoff, keyedPayment, loanOf, newPayment, orderOf, RECORD_PAYMENT } from './payment-to-record.js';
import { equalSince } from './possible-duplicate-sql.js';
import { type ReadForPayment, readForPayment } from './read-for-payment.reads.store.js';
import { insertPending } from './record-payment.store.js';
import { recordWithoutLock } from './record-without-lock.js';
import { type PaymentSettlement, unconfirmedRow } from './write-payment-outcome.js';

/** The body is validated here for every API. */
export interface RecordPaymentRequest extends KeyedWrite {
  readonly accountId: string;
}

export interface RecorderParts extends PostingParts {
  readonly systems: LoanSystems;
  readonly settlement: PaymentSettlement;
  readonly timing: SettlementTiming;
}

/** Records a payment that the caller's organization collected, exactly once per key. */
export class PaymentRecorder {
  readonly #references: ReferencesOfRequests;

  constructor(private readonly parts: RecorderParts) {
    this.#references = new ReferencesOfRequests(parts);
  }

  /**
   * @param ahead - what `readForPayment` reads, if it has been read.
   * @throws {Problem} `validation_failed`, `account_not_found`, `account_not_payable`, `amount_exceeds_payoff`,
   *   `servicing_rejected`, `posting_unavailable`, `idempotency_conflict`, `idempotency_in_progress`.
   */
  async record(principal: Principal, request: RecordPaymentRequest, ahead?: ReadForPayment): Promise<KeyedAnswer> {
    requireScope(principal, 'external_payments:write');
    const { body, refusal } = checkedOrEarlier(recordPaymentBody, earlierRecordPaymentBody, request);
    if (refusal !== undefined) await this.#requireKnown(principal, request, body, refusal);
    const account = ahead ?? (await this.#read(principal, request));
    const system = await this.parts.systems.present(account.loanSystemCode);
    if (system.embedded === undefined)
      return this.#recordRemotely(principal, account, system, request.idempotencyKey, body);
    const { embedded } = system;
    const underLock = () => this.#recordEmbedded(principal, account, embedded, request.idempotencyKey, body);
    const keyed = this.#keyed(account, request.idempotencyKey, body);
    const atOnce = recordWithoutLock(this.parts, principal, { account, system: embedded, keyed, body }).then(
      (settled) => settled && firstAnswer(settled),
      (error: unknown) => afterLostCommit(error, underLock),
    );
    return (await atOnce) ?? underLock();
  }

  /** @throws {Problem} `account_not_found` */
  async #read(principal: Principal, { accountId: id, idempotencyKey }: RecordPaymentRequest): Promise<ReadForPayment> {
    const { db, clientKeys } = this.parts;
    const { forms: keys } = clientKeys.known(idempotencyKey);
    const asked = { id, operation: RECORD_PAYMENT, keys };
    const account = isId(id) ? await db.byKey(principal, readForPayment, asked) : undefined;
    if (account === undefined) throw new Problem('account_not_found');
    return account;
  }

  /**
   * A new payment with a text that the rule refuses is rejected; under a key that is already known nothing new is
   * written.
   */
  async #requireKnown(
    principal: Principal,
    { accountId, idempotencyKey }: RecordPaymentRequest,
    body: RecordPaymentBody,
    refusal: Problem,
  ): Promise<void> {
    const { db } = this.parts;
    const account = await requireAccount(db, principal, accountId).catch((error: unknown) => {
      throw error instanceof Problem && error.code === 'account_not_found' ? refusal : error;
    });
    const known = await readKey(db, principal, this.#keyed(account, idempotencyKey, body));
    if (known === undefined || known.kind === 'proceed') throw refusal;
  }

  #recordEmbedded(
    principal: Principal,
    account: ReadForPayment,
    system: EmbeddedLoanSystem,
    key: string,
    body: RecordPaymentBody,
  ): Promise<KeyedAnswer> {
    const request = this.#keyed(account, key, body);
    const { isKeyStored } = account;
    return postEmbedded(this.parts, principal, {
      accountId: account.accountId,
      request,
      act: (id) => recording(newPayment(principal, account, id, body)),
      paymentIdOf: (id) => id,
      claimAndHold: (tx, freshId) =>
        tx.first(principal, isKeyStored ? claimAndLock : lockAndClaim, {
          ...claimParameters(request, freshId),
          loanId: account.externalId,
        }),
      post: async (tx, id, locked): Promise<Settled> => {
        const quote = await system.lockAndQuote(tx, loanOf(account), locked);
        const order = orderOf(account, id, body);
        const payment = newPayment(principal, account, id, body);
        const decided = quote.payable ? await system.decidePayment(tx, order) : undefined;
        const { settlement } = this.parts;
        const settled =
          decided && (await settlement.decided(tx, payment, account.loanSystemCode, decided, quote.payoffCents));
        if (settled !== undefined) return settled;
        // Nothing was written: these checks find out why. Under the loan's lock the quote includes everything settled,
        // but not what autopay has reserved.
        await this.#assertRoom(tx, principal, account, quote, body, 'under_lock');
        const outcome = await system.postPayment(tx, order);
        return this.parts.settlement.embedded(tx, payment, account.loanSystemCode, outcome);
      },
    });
  }

  #recordRemotely(
    principal: Principal,
    account: PayableAccountRow,
    system: LoanSystem,
    key: string,
    body: RecordPaymentBody,
  ): Promise<KeyedAnswer> {
    const { organizationId, accountId } = account;
    const request = { organizationId, operation: RECORD_PAYMENT, accountId, key };
    return postRemotely(this.parts, principal, {
      accountId,
      request: this.#keyed(account, key, body),
      act: (id) => recording(newPayment(principal, account, id, body)),
      paymentIdOf: (id) => id,
      prepare: async () => {
        const reached = await system.quotePayoff(loanOf(account));
        if (reached.kind === 'answered') {
          return { quote: reached.value, references: await this.#references.next(principal, request) };
        }
        countUnreached(account.loanSystemCode);
        return undefined;
      },
      reserve: async (tx, id, { quote, references: [postingReference] }) => {
        await tx.first(principal, lockAccount, { id: accountId, organizationId });
        await this.#assertRoom(tx, principal, account, quote, body, { quotedAt: account.readAt });
        const lease = leaseMs(this.parts.timing);
        const payment = newPayment(principal, account, id, body);
        const recordedOn = businessDayOf((await businessClock(tx, this.parts.clock, organizationId)).now());
        const day = { recordedOn, equalSince: equalSince(recordedOn, payment) };
        const inserted = await tx.first(principal, insertPending, {
          ...payment,
          ...day,
          postingReference,
          leaseMs: lease,
        });
        await watchPosting(tx, { kind: 'payment', organizationId, id }, lease);
        return unconfirmedRow(payment, inserted);
      },
      send: (_, { references: [reference] }) => system.postPayment(orderOf(account, reference, body)),
      settle: (id, outcome) => {
        const { loanSystemCode } = account;
        return this.parts.settlement.settle({ id, organizationId, loanSystemCode }, outcome);
      },
    });
  }

  #keyed(account: PayableAccountRow, key: string, body: RecordPaymentBody): KeyedRequest {
    return keyedPayment(account, this.parts.clientKeys.known(key), body);
  }

  /**
   * Requires the account's or the loan's lock. Subtracts what the quote cannot include yet: of two racing payments
   * one finds too little left.
   */
  async #assertRoom(
    tx: Transaction,
    principal: Principal,
    account: PayableAccountRow,
    quote: PayoffQuote,
    body: RecordPaymentBody,
    quoted: Quote,
  ): Promise<void> {
    const unsettled = await reservable(tx, principal, account, quoted);
    if (!quote.payable || !unsettled.isActive) throw new Problem('account_not_payable');
    const room = quote.payoffCents - unsettled.cents;
    if (body.amount_cents > room) throw exceedsPayoff(principal, room);
  }
}

function recording({ id, recordedBy: _, ...payment }: ReturnType<typeof newPayment>): AuditedAct {
  return { action: 'payment.record', subject: id, organizationId: payment.organizationId, after: payment };
}
