import { z } from 'zod';
import { isoDateText } from '../../../../core/contract/date-range.js';
import type { WrittenAnswer } from '../../../../core/errors/problem.js';
import { serializeAnswer } from '../../../../core/errors/refusal-body.js';
import { type Cents, cents } from '../../../../core/money.js';
import { type IsoDate, type IsoInstant, isoInstantOf } from '../../../../core/time/dates.js';

export const LEDGER_OPERATION_TYPES = [
  'disbursement',
  'waiver',
  'adjustment',
  'charge_off',
  'charge_off_reversal',
  'closing',
] as const;
export type LedgerOperationType = (typeof LEDGER_OPERATION_TYPES)[number];

/** A manual operation on a loan of a ledger. */
export interface LedgerOperationRow {
  readonly id: string;
  readonly type: LedgerOperationType;
  readonly accountId: string;
  /** The effective business day. */
  readonly effectiveDate: IsoDate;
  /** Amount of its transaction; 0 for an operation that moves no money. */
  readonly amountCents: Cents;
  readonly transactionIds: readonly string[];
  readonly reason: string | null;
  /** The prefix of a key, or an operator. */
  readonly recordedBy: string;
  readonly recordedAt: IsoInstant;
}

/** As stored with a key's response, in whichever version wrote it. */
const keptOperation: z.ZodType<LedgerOperationRow> = z.object({
  id: z.string(),
  type: z.enum(LEDGER_OPERATION_TYPES),
  accountId: z.string(),
  effectiveDate: isoDateText,
  amountCents: z.number().transform(cents),
  transactionIds: z.array(z.string()),
  reason: z.string().nullable(),
  recordedBy: z.string(),
  recordedAt: z.string().transform((text) => {
    const instant = isoInstantOf(text);
    if (instant === undefined) throw new Error('a stored response has its instant');
    return instant;
  }),
});

export function keptOperationOf(resource: unknown): LedgerOperationRow {
  return keptOperation.parse(resource);
}

/** The response to an operation, which equals its REST document; a test compares the bytes of both. */
export function writtenOperation(operation: LedgerOperationRow): WrittenAnswer {
  return serializeAnswer(201, {
    operation_id: operation.id,
    type: operation.type,
    account_id: operation.accountId,
    effective_date: operation.effectiveDate,
    amount_cents: operation.amountCents,
    transaction_ids: operation.transactionIds,
    reason: operation.reason,
    recorded_by: operation.recordedBy,
    recorded_at: operation.recordedAt,
  });
}
