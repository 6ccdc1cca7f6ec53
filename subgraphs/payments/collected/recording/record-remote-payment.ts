import { businessClock } from '../../../../core/business-time/business-clock.js';
import type { RecordPaymentBody } from '../../../../core/contract/collected-payment.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { businessDayOf } from '../../../../ledger/rules/business-day.js';
import type { LoanSystem, PayoffQuote, Reached } from '../../../../loan-model/port.js';
import { lockAccount } from '../../account/payable-account.reads.store.js';
import { paymentExists } from '../payment/collected-payment.reads.store.js';
import {
  type Clearance,
  clearanceToPost,
  isStillClear,
  NOT_RECOVERING,
} from '../posting/clear-to-post-while-recovering.js';
import { watchPosting } from '../posting/enqueue-outcome-lookup.js';
import { type EarlierPosting, type EarlierPostings, findEarlierPosting } from '../posting/find-earlier-posting.js';
import type { KeyedAnswer, Settled } from '../posting/first-and-later-answer-of-key.js';
import { postRemotely } from '../posting/keyed-posting.js';
import { leaseMs } from '../posting/lease-and-lookup-timing.js';
import { countUnreached } from '../posting/posting-metrics.js';
import { ReferencesOfRequests } from '../posting/references-of-request.js';
import type { OrderedPayment } from './payment-key.js';
import { keyedPayment, loanOf, newPayment, orderOf, RECORD_PAYMENT, recording } from './payment-to-record.js';
import { equalSince } from './possible-duplicate-sql.js';
import type { ReadForPayment } from './read-for-payment.reads.store.js';
import { insertPending } from './record-payment.store.js';
import type { RecorderParts } from './recorder-parts.js';
import { requireRoom } from './require-room.js';
import { unconfirmedRow } from './rows-before-they-are-read.js';

interface Request {
  readonly account: ReadForPayment;
  readonly system: LoanSystem;
  readonly key: string;
  readonly body: RecordPaymentBody;
}

interface Prepared extends EarlierPostings {
  readonly clearance: Clearance;
  readonly quote: PayoffQuote;
}

/** Refusals whose reason may be an earlier posting of the same request, such as a payoff. */
const MAY_BE_POSTED = ['account_not_payable', 'amount_exceeds_payoff'];

/** Records payments on loans in systems outside our database. */
export class RemotePaymentRecorder {
  readonly #references: ReferencesOfRequests;

  constructor(private readonly parts: RecorderParts) {
    this.#references = new ReferencesOfRequests(parts);
  }

  record(principal: Principal, request: Request): Promise<KeyedAnswer> {
    const { account, system, key, body } = request;
    const { accountId, organizationId } = account;
    return postRemotely<Prepared>(this.parts, principal, {
      accountId,
      request: keyedPayment(account, this.parts.clientKeys.known(key), body),
      act: (id) => recording(newPayment(principal, account, id, body)),
      paymentIdOf: (id) => id,
      prepare: () => this.#prepare(principal, request),
      foundBefore: ({ found }) => found,
      findAfterRefusal: ({ code }, { next }) => this.#findAfterRefusal(principal, request, code, next),
      reserve: async (tx, id, { quote, next, clearance }) => {
        if (!(await isStillClear(tx, account, clearance))) throw new Problem('posting_unavailable');
        await tx.first(principal, lockAccount, { id: accountId, organizationId });
        await requireRoom(tx, principal, { account, quote, body, quoted: { quotedAt: account.readAt } });
        const lease = leaseMs(this.parts.timing);
        const row = await this.#reserve(tx, principal, request, { id, reference: next.references[0], leaseMs: lease });
        await watchPosting(tx, { kind: 'payment', organizationId, id }, lease);
        return row;
      },
      send: (paymentId, { next }) => system.postPayment({ ...orderOf(account, next.references[0], body), paymentId }),
      takeUp: (tx, id, earlier) => this.#takeUp(tx, principal, request, id, earlier),
      settle: (id, outcome) => this.parts.settlement.settle(orderedOf(request, id), outcome),
    });
  }

  async #prepare(principal: Principal, { account, system, key }: Request): Promise<Prepared | undefined> {
    const { organizationId, accountId, loanSystemCode, recoveringSince } = account;
    const { db, lookUp } = this.parts;
    const clearance = recoveringSince === null ? NOT_RECOVERING : await clearanceToPost(db, system, account, lookUp);
    if (clearance === undefined) return undefined;
    const reached = await system.quotePayoff(loanOf(account));
    if (reached.kind === 'unavailable') {
      countUnreached(loanSystemCode);
      return undefined;
    }
    const quote = reached.value;
    const next = await this.#references.next(principal, { organizationId, operation: RECORD_PAYMENT, accountId, key });
    const isLookedUp = this.#references.hasEarlierSecrets || recoveringSince !== null;
    if (!isLookedUp) return { quote, clearance, next, found: undefined };
    const earlier = await this.#find(principal, account, system, next);
    if (earlier.kind === 'answered') return { quote, clearance, ...earlier.value };
    countUnreached(loanSystemCode);
    return undefined;
  }

  async #findAfterRefusal(
    principal: Principal,
    { account, system }: Request,
    code: Problem['code'],
    next: Prepared['next'],
  ): Promise<Reached<EarlierPosting | 'absent'>> {
    if (!MAY_BE_POSTED.includes(code)) return { kind: 'answered', value: 'absent' };
    const earlier = await this.#find(principal, account, system, next);
    return earlier.kind === 'unavailable' ? earlier : { kind: 'answered', value: earlier.value.found ?? 'absent' };
  }

  /** An id that another payment has is not taken up: someone may have edited the note. */
  async #find(
    principal: Principal,
    account: ReadForPayment,
    system: LoanSystem,
    next: Prepared['next'],
  ): Promise<Reached<EarlierPostings>> {
    const { db, clock } = this.parts;
    const earlier = await findEarlierPosting(
      { system, references: this.#references, clock },
      loanOf(account),
      'payment',
      next,
    );
    if (earlier.kind === 'unavailable' || earlier.value.found?.paymentId === undefined) return earlier;
    const { found } = earlier.value;
    const id = found.paymentId ?? '';
    const isTaken = await paymentExists(db, principal, { id, organizationId: account.organizationId });
    return isTaken ? { ...earlier, value: { ...earlier.value, found: { ...found, paymentId: undefined } } } : earlier;
  }

  async #reserve(
    tx: Transaction,
    principal: Principal,
    { account, body }: Request,
    { id, reference, leaseMs }: { readonly id: string; readonly reference: string; readonly leaseMs: number },
  ) {
    const { organizationId } = account;
    const payment = newPayment(principal, account, id, body);
    const recordedOn = businessDayOf((await businessClock(tx, this.parts.clock, organizationId)).now());
    const day = { recordedOn, equalSince: equalSince(recordedOn, payment) };
    const reserved = { ...payment, ...day, postingReference: reference, leaseMs };
    return unconfirmedRow(payment, await tx.first(principal, insertPending, reserved));
  }

  /** The money was taken before: whether the loan would take it now does not matter. */
  async #takeUp(
    tx: Transaction,
    principal: Principal,
    request: Request,
    id: string,
    { posting, reference }: EarlierPosting,
  ): Promise<Settled> {
    const { accountId, organizationId } = request.account;
    await tx.first(principal, lockAccount, { id: accountId, organizationId });
    await this.#reserve(tx, principal, request, { id, reference, leaseMs: 0 });
    return this.parts.settlement.takeUp(tx, orderedOf(request, id), posting);
  }
}

function orderedOf({ account: { organizationId, loanSystemCode }, body }: Request, id: string): OrderedPayment {
  const { amount_cents: amountCents, payment_method: paymentMethod } = body;
  return { id, organizationId, loanSystemCode, amountCents, paymentMethod };
}
