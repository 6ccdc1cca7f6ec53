import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { AuditedAct } from '../../../../core/audit/record.js';
import { checkedOrEarlier } from '../../../../core/contract/checked-write.js';
import {
  earlierReversePaymentBody,
  type ReversePaymentBody,
  reversePaymentBody,
} from '../../../../core/contract/collected-payment.js';
import type { Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { fingerprint } from '../../../../core/idempotency/fingerprint.js';
import { type KeyedRequest, readKey } from '../../../../core/idempotency/idempotency.js';
import { isId } from '../../../../core/ids/ids.js';
import { cents } from '../../../../core/money.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { LoanReference, LoanSystem, ReversalOrder } from '../../../../loan-model/port.js';
import { readPayment } from '../payment/collected-payment.reads.store.js';
import {
  type Clearance,
  clearanceToPost,
  isStillClear,
  NOT_RECOVERING,
} from '../posting/clear-to-post-while-recovering.js';
import { watchPosting } from '../posting/enqueue-outcome-lookup.js';
import { type EarlierPostings, findEarlierPosting } from '../posting/find-earlier-posting.js';
import type { KeyedAnswer } from '../posting/first-and-later-answer-of-key.js';
import { type PostingParts, postEmbedded, postRemotely } from '../posting/keyed-posting.js';
import { leaseMs, type SettlementTiming } from '../posting/lease-and-lookup-timing.js';
import { ReferencesOfRequests } from '../posting/references-of-request.js';
import { insertReversal, lockPayment, type ReversiblePaymentRow, reversiblePayment } from './reversal.store.js';
import { afterTakingUp } from './reversal-taken-up-with-payment.js';
import { REVERSE_PAYMENT, type ReversalKey, type ReversalSettlement } from './write-reversal-outcome.js';

export interface ReversePaymentRequest {
  readonly paymentId: string;
  readonly idempotencyKey: string;
  readonly body: unknown;
}

type PostedPayment = ReversiblePaymentRow & { readonly postingExternalId: string };

interface Prepared extends EarlierPostings {
  readonly clearance: Clearance;
}

export interface ReverserParts extends PostingParts {
  readonly systems: LoanSystems;
  readonly settlement: ReversalSettlement;
  readonly timing: SettlementTiming;
}

const NONE = { kind: 'answered', value: 'absent' } as const;

/** Reverses a recorded payment, exactly once per key and per payment. */
export class PaymentReverser {
  readonly #references: ReferencesOfRequests;

  constructor(private readonly parts: ReverserParts) {
    this.#references = new ReferencesOfRequests(parts);
  }

  /**
   * @throws {Problem} `validation_failed`, `payment_not_found`, `payment_not_reversible` (with `status`), `servicing_rejected`,
   *   `posting_unavailable`, `idempotency_conflict`, `idempotency_in_progress`.
   */
  async reverse(principal: Principal, request: ReversePaymentRequest): Promise<KeyedAnswer> {
    requireScope(principal, 'external_payments:write');
    const { body, refusal } = checkedOrEarlier(reversePaymentBody, earlierReversePaymentBody, request);
    const payment = isId(request.paymentId)
      ? await this.parts.db.first(principal, reversiblePayment, { id: request.paymentId })
      : undefined;
    if (payment === undefined) throw refusal ?? new Problem('payment_not_found');
    if (refusal !== undefined) await this.#requireKnown(principal, payment, request.idempotencyKey, body, refusal);
    const { postingExternalId } = payment;
    if (postingExternalId === null) throw new Problem('payment_not_reversible', { status: payment.status });
    return this.#post(principal, { ...payment, postingExternalId }, request.idempotencyKey, body);
  }

  /**
   * A new reversal with a text that the rule refuses is rejected; under a key that is already known nothing new is
   * written.
   */
  async #requireKnown(
    principal: Principal,
    payment: ReversiblePaymentRow,
    key: string,
    body: ReversePaymentBody,
    refusal: Problem,
  ): Promise<void> {
    const known = await readKey(this.parts.db, principal, this.#keyed(payment, key, body));
    if (known === undefined || known.kind === 'proceed') throw refusal;
  }

  #keyed({ organizationId, paymentId }: ReversiblePaymentRow, key: string, body: ReversePaymentBody): KeyedRequest {
    // The body is the same whether the default is written out or not.
    const mark = fingerprint([paymentId], { ...body, is_nsf: body.is_nsf || null });
    return { organizationId, operation: REVERSE_PAYMENT, ...this.parts.clientKeys.known(key), fingerprint: mark };
  }

  async #post(
    principal: Principal,
    payment: PostedPayment,
    key: string,
    body: ReversePaymentBody,
  ): Promise<KeyedAnswer> {
    const system = await this.parts.systems.present(payment.loanSystemCode);
    const { embedded } = system;
    const { accountId, organizationId } = payment;
    const request = this.#keyed(payment, key, body);
    const act = (id: string) => reversing(payment, id, body);
    const paymentIdOf = () => payment.paymentId;
    if (embedded !== undefined) {
      return postEmbedded(this.parts, principal, {
        accountId,
        request,
        act,
        paymentIdOf,
        post: async (tx, id) => {
          await this.#reserve(tx, principal, payment, { id, postingReference: null }, body);
          await embedded.lockAndQuote(tx, loanOf(payment));
          const outcome = await embedded.reversePayment(tx, orderOf(payment, id, body));
          return this.parts.settlement.embedded(tx, keyOf(payment, id), outcome);
        },
      });
    }
    const answer = postRemotely(this.parts, principal, {
      accountId,
      request,
      act,
      paymentIdOf,
      prepare: () => this.#prepare(principal, payment, system, key),
      foundBefore: ({ found }) => found,
      findAfterRefusal: async () => NONE,
      reserve: async (tx, id, { next, clearance }) => {
        if (!(await isStillClear(tx, payment, clearance))) throw new Problem('posting_unavailable');
        await this.#reserve(tx, principal, payment, { id, postingReference: next.references[0] }, body);
        await watchPosting(tx, { kind: 'reversal', organizationId, id }, leaseMs(this.parts.timing));
        return readPayment(tx, principal, payment.paymentId);
      },
      send: (_, { next }) => system.reversePayment(orderOf(payment, next.references[0], body)),
      takeUp: async (tx, id, { posting, reference }) => {
        if (posting.reversal !== undefined) {
          await this.#lockPosted(tx, principal, payment);
          return this.parts.settlement.takeOver(tx, principal, keyOf(payment, id), posting.reversal);
        }
        await this.#reserve(tx, principal, payment, { id, postingReference: reference }, body);
        return this.parts.settlement.takeUp(tx, keyOf(payment, id), posting);
      },
      settle: (id, outcome) => this.parts.settlement.settle(keyOf(payment, id), outcome),
    });
    const references = () => this.#references.ofFirstUses(referenced(payment, key));
    return answer.catch((error: unknown) =>
      afterTakingUp(this.parts, principal, { payment, request, references }, error),
    );
  }

  /**
   * A reversal is looked up by the loan system itself, under the reference of the current secret. After a restore the
   * payment may also have been reversed by another request or user: that reversal is then taken over.
   */
  async #prepare(
    principal: Principal,
    payment: PostedPayment,
    system: LoanSystem,
    key: string,
  ): Promise<Prepared | undefined> {
    const { db, lookUp } = this.parts;
    const isRecovering = payment.recoveringSince !== null;
    const clearance = isRecovering ? await clearanceToPost(db, system, payment, lookUp) : NOT_RECOVERING;
    if (clearance === undefined) return undefined;
    const next = await this.#references.next(principal, referenced(payment, key));
    const isLookedUp = this.#references.hasEarlierSecrets || isRecovering;
    if (!isLookedUp) return { clearance, next, found: undefined };
    const { clock } = this.parts;
    const earlier = await findEarlierPosting(
      { system, references: this.#references, clock },
      loanOf(payment),
      'reversal',
      next,
    );
    if (earlier.kind === 'unavailable') return undefined;
    const prepared = { ...earlier.value, clearance };
    if (prepared.found !== undefined || payment.recoveringSince === null) return prepared;
    const { paymentReference: reference } = payment;
    const paid = await system.findPosting(loanOf(payment), reference, 'payment');
    if (paid.kind === 'unavailable') return undefined;
    if (paid.value === 'absent' || paid.value.reversal === undefined) return prepared;
    return { ...prepared, found: { posting: paid.value, reference, paymentId: undefined } };
  }

  /** @throws {Problem} `payment_not_reversible`. Of two reversals only one finds the payment `posted`. */
  async #lockPosted(tx: Transaction, principal: Principal, payment: ReversiblePaymentRow): Promise<void> {
    const { paymentId: id, organizationId } = payment;
    const locked = await tx.first(principal, lockPayment, { id, organizationId });
    if (locked === undefined) throw new Problem('payment_not_found');
    if (locked.status !== 'posted') throw new Problem('payment_not_reversible', { status: locked.status });
  }

  /** @throws {Problem} `payment_not_reversible`. */
  async #reserve(
    tx: Transaction,
    principal: Principal,
    payment: ReversiblePaymentRow,
    reversal: { readonly id: string; readonly postingReference: string | null },
    body: ReversePaymentBody,
  ): Promise<void> {
    await this.#lockPosted(tx, principal, payment);
    await tx.many(principal, insertReversal, {
      ...keyOf(payment, reversal.id),
      postingReference: reversal.postingReference,
      reason: body.reason ?? null,
      isNsf: body.is_nsf ?? false,
      reversedBy: principal.actor,
      leaseMs: leaseMs(this.parts.timing),
    });
  }
}

function reversing(payment: PostedPayment, reversalId: string, body: ReversePaymentBody): AuditedAct {
  const { paymentId: subject, organizationId, status } = payment;
  const { reason = null, is_nsf: isNsf = false } = body;
  const after = { reversalId, reason, isNsf };
  return { action: 'payment.reverse', subject, organizationId, before: { status }, after };
}

function loanOf({ organizationId, accountId, externalId }: ReversiblePaymentRow): LoanReference {
  return { organizationId, accountId, externalId };
}

/** What the reference of a reversal follows from. */
function referenced({ organizationId, accountId, paymentReference }: ReversiblePaymentRow, key: string) {
  return { organizationId, operation: REVERSE_PAYMENT, accountId, key, paymentReference };
}

function keyOf({ organizationId, paymentId, loanSystemCode }: ReversiblePaymentRow, id: string): ReversalKey {
  return { id, organizationId, paymentId, loanSystemCode };
}

/** @param reference - on the ledger the reversal's id */
function orderOf(payment: PostedPayment, reference: string, body: ReversePaymentBody): ReversalOrder {
  return {
    loan: loanOf(payment),
    externalReference: reference,
    paymentReference: payment.paymentReference,
    postingExternalId: payment.postingExternalId,
    amountCents: cents(payment.amountCents),
    reason: body.reason ?? null,
    isNsf: body.is_nsf ?? false,
  };
}
