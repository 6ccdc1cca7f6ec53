import { checkedOrEarlier, type KeyedWrite } from '../../../../core/contract/checked-write.js';
import {
  earlierRecordPaymentBody,
  type RecordPaymentBody,
  recordPaymentBody,
} from '../../../../core/contract/collected-payment.js';
import { Problem } from '../../../../core/errors/problem.js';
import { claimParameters, type KeyedRequest, readKey } from '../../../../core/idempotency/idempotency.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { EmbeddedLoanSystem } from '../../../../ledger/embedded-loan-system-interface.js';
import { type PayableAccountRow, requireAccount } from '../../account/payable-account.reads.store.js';
import { firstAnswer, type KeyedAnswer, type Settled } from '../posting/first-and-later-answer-of-key.js';
import { afterLostCommit, postEmbedded } from '../posting/keyed-posting.js';
import { claimAndLock, lockAndClaim } from './claim-key-and-lock-loan.store.js';
import { keyedPayment, loanOf, newPayment, orderOf, RECORD_PAYMENT, recording } from './payment-to-record.js';
import { type ReadForPayment, readForPayment } from './read-for-payment.reads.store.js';
import { RemotePaymentRecorder } from './record-remote-payment.js';
import { recordWithoutLock } from './record-without-lock.js';
import type { RecorderParts } from './recorder-parts.js';
import { requireRoom } from './require-room.js';

/** The body is validated here for every API. */
export interface RecordPaymentRequest extends KeyedWrite {
  readonly accountId: string;
}

/** Records a payment that the caller's organization collected, exactly once per key. */
export class PaymentRecorder {
  readonly #remote: RemotePaymentRecorder;

  constructor(private readonly parts: RecorderParts) {
    this.#remote = new RemotePaymentRecorder(parts);
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
      return this.#remote.record(principal, { account, system, key: request.idempotencyKey, body });
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
        await requireRoom(tx, principal, { account, quote, body, quoted: 'under_lock' });
        const outcome = await system.postPayment(tx, order);
        return this.parts.settlement.embedded(tx, payment, account.loanSystemCode, outcome);
      },
    });
  }

  #keyed(account: PayableAccountRow, key: string, body: RecordPaymentBody): KeyedRequest {
    return keyedPayment(account, this.parts.clientKeys.known(key), body);
  }
}
