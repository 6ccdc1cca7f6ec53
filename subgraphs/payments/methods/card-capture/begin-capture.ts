import { z } from 'zod';
import { SANDBOX_PROCESSOR_CODE } from '../../../../connectors/card-processors/sandbox/sandbox.js';
import { isSandbox } from '../../../../core/business-time/business-clock.js';
import { UNKNOWN } from '../../../../core/contract/card-capture.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { invalid, Problem, type WrittenAnswer } from '../../../../core/errors/problem.js';
import { type ValidationIssue, wrongValue } from '../../../../core/errors/validation.js';
import { claim, type KeyedRequest, readKey, release } from '../../../../core/idempotency/idempotency.js';
import { idFilter, isId, newId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope, requireSecureHost } from '../../../../core/principal/principal.js';
import { accountForPosting, requireActive } from '../../account/payable-account.reads.store.js';
import { captureLeaseMs } from '../../collected/posting/lease-and-lookup-timing.js';
import { CAPTURE_CARD, capturedAnswer } from './captured-answer.js';
import {
  activeBorrower,
  type BillingAddressRow,
  billingAddressOf,
  type CardCaptureRow,
  customerOfParty,
  insertCapture,
  lockCapture,
  renewLease,
} from './card-capture.store.js';
import type { BegunCardCapture, CardCapture } from './card-capture.type.js';

/** A capture's key, and the fingerprint that covers a security code, are deleted after this many hours. */
const KEPT_HOURS = 24;

/** Both are digests, even the key: a client may have sent card data in its place. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const CHECKED = z.object({ key: digest, fingerprint: digest });

export interface BeginRequest {
  readonly accountId: string;
  readonly partyId?: string | null;
  readonly billingAddressId?: string | null;
  readonly hasOneTimeAddress: boolean;
  readonly processor: string;
  readonly fingerprint: string;
  /** The body would be refused today: only the key's stored answer is requested. */
  readonly onlyStored: boolean;
}

export interface BeginnerParts {
  readonly db: Database;
  readonly timing: { readonly chargeTimeoutMs: number };
}

/** The first half of a card capture: claims the key, and returns the borrower and the address of the card. */
export class CaptureBeginner {
  constructor(private readonly parts: BeginnerParts) {}

  /**
   * @param key - a digest of the client's key
   * @throws {Problem} `account_not_found`, `organization_inactive`, `validation_failed`, `idempotency_conflict`,
   *   `idempotency_in_progress`, and the key's stored refusal.
   */
  async begin(principal: Principal, key: string, request: BeginRequest): Promise<BegunCardCapture> {
    requireScope(principal, 'payment_methods:write');
    requireSecureHost(principal);
    const { fingerprint } = checkedBody(CHECKED, { key, fingerprint: request.fingerprint });
    const { db } = this.parts;
    const account = isId(request.accountId)
      ? await db.first(principal, accountForPosting, { id: request.accountId })
      : undefined;
    if (account === undefined) throw new Problem('account_not_found');
    const keyed = {
      organizationId: account.organizationId,
      operation: CAPTURE_CARD,
      key,
      earlierKeys: [],
      forms: [key],
      fingerprint: Buffer.from(fingerprint, 'hex'),
      keptHours: KEPT_HOURS,
    };
    if (request.onlyStored) return { stored: await this.#stored(principal, keyed), capture: null };
    return db.transaction((tx) => this.#beginIn(tx, principal, keyed, request));
  }

  async #stored(principal: Principal, keyed: KeyedRequest): Promise<WrittenAnswer | null> {
    const decision = await readKey(this.parts.db, principal, keyed);
    if (decision?.kind === 'conflict') throw new Problem('idempotency_conflict');
    return decision?.kind === 'replay' ? capturedAnswer(decision.answer) : null;
  }

  /**
   * The key stays `released` throughout: the capture's lease shows whether a process works on it. So a key whose
   * capture died is free again when the lease ends, and expires like any other. No money moves, so no outcome has to
   * be looked up.
   */
  async #beginIn(
    tx: Transaction,
    principal: Principal,
    keyed: KeyedRequest,
    request: BeginRequest,
  ): Promise<BegunCardCapture> {
    const decision = await claim(tx, principal, keyed, newId());
    if (decision.kind === 'conflict') throw new Problem('idempotency_conflict');
    if (decision.kind === 'in_progress') throw new Problem('idempotency_in_progress');
    if (decision.kind === 'replay') return { stored: capturedAnswer(decision.answer), capture: null };
    await requireActive(tx, principal, keyed.organizationId);
    const { subjectId: id } = decision;
    const earlier = await tx.first(principal, lockCapture, { id, organizationId: keyed.organizationId });
    if (earlier?.isLeased === true) throw new Problem('idempotency_in_progress');
    const processor = (await isSandbox(tx, keyed.organizationId)) ? SANDBOX_PROCESSOR_CODE : request.processor;
    const begun =
      earlier === undefined
        ? await this.#start(tx, principal, { id, organizationId: keyed.organizationId }, { ...request, processor })
        : await this.#resume(tx, principal, earlier);
    const { organizationId, operation } = keyed;
    await release(tx, principal, { organizationId, operation, subjectId: id });
    return { stored: null, capture: shown(begun, processor) };
  }

  async #start(
    tx: Transaction,
    principal: Principal,
    key: Pick<CardCaptureRow, 'id' | 'organizationId'>,
    request: BeginRequest,
  ): Promise<Begun> {
    const { accountId, partyId: namedPartyId = null, billingAddressId: namedAddressId = null } = request;
    const borrower = await tx.first(principal, activeBorrower, { accountId, namedPartyId: idFilter(namedPartyId) });
    if (borrower === undefined) throw invalid([noSuchBorrower(namedPartyId)]);
    const { partyId } = borrower;
    const address = request.hasOneTimeAddress
      ? null
      : await tx.first(principal, billingAddressOf, { partyId, namedAddressId: idFilter(namedAddressId) });
    if (address === undefined) throw invalid([noSuchAddress(namedAddressId)]);
    const { processor } = request;
    const known = await tx.first(principal, customerOfParty, { partyId, processor });
    const customer = known?.customer ?? null;
    const chosen = { ...key, accountId, partyId, billingAddressId: address?.id ?? null, customer };
    const capture = await tx.first(principal, insertCapture, { ...chosen, leaseMs: this.#leaseMs });
    if (capture === undefined) throw new Error('an account disappeared while a card was captured for it');
    return { capture, address };
  }

  /** Whatever has changed since: under the same reference the processor must get the same data. */
  async #resume(tx: Transaction, principal: Principal, capture: CardCaptureRow): Promise<Begun> {
    const { id, organizationId, partyId, billingAddressId: namedAddressId } = capture;
    const address =
      namedAddressId === null ? null : await tx.first(principal, billingAddressOf, { partyId, namedAddressId });
    if (address === undefined) throw invalid([noSuchAddress(namedAddressId)]);
    await tx.first(principal, renewLease, { id, organizationId, leaseMs: this.#leaseMs });
    return { capture, address };
  }

  get #leaseMs(): number {
    return captureLeaseMs(this.parts.timing);
  }
}

/** The address is null if the request has its own. */
interface Begun {
  readonly capture: CardCaptureRow;
  readonly address: BillingAddressRow | null;
}

function shown({ capture, address }: Begun, processor: string): CardCapture {
  const { id, organizationId, partyId, customer } = capture;
  return { id, organizationId, partyId, customer, processor, billingAddress: address };
}

/** Unknown, out of scope and on other accounts give the same error. */
function noSuchBorrower(partyId: string | null): ValidationIssue {
  return wrongValue('party_id', UNKNOWN.party_id, partyId);
}

function noSuchAddress(addressId: string | null): ValidationIssue {
  return addressId === null
    ? wrongValue('billing_address', 'the borrower has no current billing address', null)
    : wrongValue('billing_address_id', UNKNOWN.billing_address_id, addressId);
}
