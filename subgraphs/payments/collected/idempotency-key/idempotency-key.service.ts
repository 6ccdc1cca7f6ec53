import { idempotencyKey } from '../../../../core/contract/checked-write.js';
import type { KeyedOperation } from '../../../../core/contract/operations-looked-up-by-key.js';
import { issuesFromZod } from '../../../../core/errors/from-zod.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { storedAnswer } from '../../../../core/idempotency/idempotency.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { paymentById, withReversal } from '../payment/collected-payment.reads.store.js';
import type { CollectedPaymentRow } from '../payment/collected-payment.row.js';
import { RECORD_PAYMENT } from '../recording/payment-to-record.js';
import { type KeyStateRow, keysInScope, paymentOfReversal } from './idempotency-key.reads.store.js';

export const KEY_STATES = ['in_progress', 'released', 'refused', 'succeeded'] as const;
type KeyState = (typeof KEY_STATES)[number];

/** The state of the request that a key was used for. */
export interface KeyedRequest {
  readonly operation: KeyedOperation;
  readonly state: KeyState;
  /** For a refusal: the stored error code. */
  readonly errorCode: string | null;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly paymentId: string | null;
  /** The payment's current state; null if there is none in scope. */
  readonly payment: CollectedPaymentRow | null;
}

export interface KeyLookupRequest {
  readonly key: string;
  readonly operation: KeyedOperation;
  readonly organizationId?: string | null | undefined;
}

/** Returns the state of a request to a client that lost the answer. */
export class IdempotencyKeyService {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clientKeys'>) {}

  /**
   * @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `idempotency_key_not_found`;
   * `validation_failed` for text that cannot be a key, and if several of the caller's organizations have used it.
   */
  async one(principal: Principal, { key, operation, organizationId }: KeyLookupRequest): Promise<KeyedRequest> {
    requireScope(principal, 'external_payments:read');
    const caller = limitToOrganization(principal, organizationId);
    assertKey(key);
    const keys = this.parts.clientKeys.known(key).forms;
    const [found, another] = await this.parts.db.many(caller, keysInScope, { operation, keys });
    if (found === undefined) throw new Problem('idempotency_key_not_found');
    if (another !== undefined) throw invalid([SEVERAL]);
    return this.#standing(caller, operation, found);
  }

  async #standing(caller: Principal, operation: KeyedOperation, row: KeyStateRow): Promise<KeyedRequest> {
    const paymentId = await this.#paymentIdOf(caller, operation, row);
    const found = paymentId && (await this.parts.db.first(caller, paymentById, { id: paymentId }));
    const { createdAt, expiresAt } = row;
    const payment = found ? withReversal(found) : null;
    return { operation, ...outcomeOf(row), createdAt, expiresAt, paymentId: payment && paymentId, payment };
  }

  async #paymentIdOf(caller: Principal, operation: KeyedOperation, row: KeyStateRow): Promise<string | null> {
    const { organizationId, subjectId: id } = row;
    if (operation === RECORD_PAYMENT) return id;
    return (await this.parts.db.first(caller, paymentOfReversal, { organizationId, id }))?.paymentId ?? null;
  }
}

function outcomeOf(row: KeyStateRow): Pick<KeyedRequest, 'state' | 'errorCode' | 'reason'> {
  const nothing = { errorCode: null, reason: null };
  if (row.state !== 'finished') return { state: row.state, ...nothing };
  const answer = storedAnswer(row);
  if (answer?.kind !== 'problem') return { state: answer === undefined ? 'in_progress' : 'succeeded', ...nothing };
  const { reason } = answer.fields;
  return { state: 'refused', errorCode: answer.code, reason: typeof reason === 'string' ? reason : null };
}

function assertKey(key: string): void {
  const parsed = idempotencyKey.safeParse(key);
  if (parsed.success) return;
  throw invalid(
    issuesFromZod({ error: parsed.error, input: key }).map((issue) => ({ ...issue, loc: ['path', 'idempotency_key'] })),
  );
}

const SEVERAL = {
  loc: ['query', 'organization_id'],
  msg: 'Several of your organizations have used this key: name the one you mean',
  type: 'missing',
  input: null,
};
