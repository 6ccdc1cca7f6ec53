import { createHash } from 'node:crypto';
import { z } from 'zod';
import { newId } from '../../core/ids/ids.js';
import { systemClock } from '../../core/time/clock.js';
import { type IsoDate, isoInstant } from '../../core/time/dates.js';
import { businessDayOf, dayOfReceipt } from '../../ledger/rules/business-day.js';
import { Refused } from './caller.js';

const BODY = z.strictObject({
  amount_cents: z.int().positive(),
  payment_method: z.enum(['cash', 'check', 'card', 'money_order', 'cashiers_check']),
  check_number: z.int().positive().nullable().default(null),
  external_reference: z.string().max(200).nullable().default(null),
  memo: z.string().max(500).nullable().default(null),
});

/** A payment that is about to be written. */
export interface NewPayment extends z.output<typeof BODY> {
  readonly id: string;
  readonly transactionId: string;
  readonly accountId: string;
  /** Digest of the client's key. */
  readonly key: string;
  /** Digest of the request. */
  readonly fingerprint: Buffer;
  readonly businessDay: IsoDate;
  readonly receivedOn: IsoDate;
  readonly at: string;
}

export function newPayment(accountId: string, key: string | undefined, body: unknown): NewPayment {
  const parsed = BODY.safeParse(body);
  if (!parsed.success || key === undefined) throw new Refused(422, 'validation_failed');
  const now = systemClock.now();
  return {
    ...parsed.data,
    id: newId(),
    transactionId: newId(),
    accountId,
    key: digest(key).toString('hex'),
    fingerprint: digest(JSON.stringify([accountId, parsed.data])),
    businessDay: businessDayOf(now),
    receivedOn: dayOfReceipt(now),
    at: isoInstant(now),
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** What is known of a payment once its journal entry is written. */
export interface Written {
  readonly organizationId: string;
  readonly referenceNumber: number;
  readonly possibleDuplicateOf: string | null;
}

/** The answer's members, which the key also keeps. */
export function answerOf(payment: NewPayment, { organizationId, referenceNumber, possibleDuplicateOf }: Written) {
  return {
    payment_id: payment.id,
    organization_id: organizationId,
    account_id: payment.accountId,
    amount_cents: payment.amount_cents,
    payment_method: payment.payment_method,
    check_number: payment.check_number,
    status: 'posted',
    effective_date: payment.businessDay,
    external_reference: payment.external_reference,
    memo: payment.memo,
    reference_number: referenceNumber,
    posted_at: payment.at,
    created_at: payment.at,
    possible_duplicate_of: possibleDuplicateOf,
    reversal: null,
  };
}

/** The form in which a key keeps its answer for later versions. */
export function keptAnswer(answer: object): string {
  return JSON.stringify({ kind: 'resource', resource: answer });
}
