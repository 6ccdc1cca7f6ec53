import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { addIssuesFromZod } from '../errors/from-zod.js';
import { IssueList, wrongValue } from '../errors/validation.js';
import { idempotencyKey } from './checked-write.js';
import { recordPaymentBody } from './collected-payment.js';
import { accountIdentifier } from './stored-text.js';
import { trimmedKey } from './trimmed-key.js';

export const PAYMENT_BATCH_MODES = ['stop', 'continue'] as const;
export const PAYMENT_BATCH_STATUSES = ['accepted', 'processing', 'stopped', 'completed'] as const;
/** The outcome of a row; each row has exactly one at any time. */
export const PAYMENT_BATCH_OUTCOMES = [
  'posted',
  'pending_confirmation',
  'failed',
  'refused',
  'unavailable',
  'not_tried',
  'would_post',
] as const;
export const PAYMENT_BATCH_STOPS = [
  'row_refused',
  'posting_unavailable',
  'organization_inactive',
  'key_invalid',
] as const;

export type PaymentBatchMode = (typeof PAYMENT_BATCH_MODES)[number];
export type PaymentBatchStatus = (typeof PAYMENT_BATCH_STATUSES)[number];
export type PaymentBatchOutcome = (typeof PAYMENT_BATCH_OUTCOMES)[number];
export type PaymentBatchStop = (typeof PAYMENT_BATCH_STOPS)[number];

export const MOST_BATCH_ROWS = 10_000;
/** 600 bytes per row for a full batch. */
export const MOST_BATCH_BYTES = 6_000_000;
/** JSON members and items of a batch: a row has at most twelve. */
export const MOST_BATCH_VALUES = 13 * MOST_BATCH_ROWS;

/** The fields that can identify a row's account; each row has exactly one of them. */
export const ACCOUNT_NAMES = ['account_id', 'loan_number', 'external_contract_number'] as const;

const accountName = accountIdentifier({ minimum: 1, maximum: 255 }).nullish();

/** A row: the body of a single payment, with its account and key. */
export const paymentBatchRow = recordPaymentBody
  .safeExtend({
    idempotency_key: idempotencyKey,
    account_id: accountName.describe('The account. Exactly one of this and the next two must be given.'),
    loan_number: accountName.describe('The lender’s number of a loan on Tributary’s own ledger.'),
    external_contract_number: accountName.describe('The account’s contract number.'),
  })
  .superRefine(namesOneAccount, { when: () => true });

export const paymentBatchMode = z
  .enum(PAYMENT_BATCH_MODES)
  .default('stop')
  .describe('`stop`: the first refused row stops the batch. `continue`: every row is tried.');

/** Body of create-payment-batch. */
export const createPaymentBatchBody = z.strictObject({
  mode: paymentBatchMode,
  dry_run: z
    .boolean()
    .default(false)
    .describe('Whether this is a dry run that only returns the outcome each row would have now.'),
  rows: z.array(paymentBatchRow).min(1).max(MOST_BATCH_ROWS).describe('The payments, in order.'),
});

/** The batch without its rows, which are checked one by one. */
const envelope = createPaymentBatchBody.extend({ rows: z.array(z.unknown()).min(1).max(MOST_BATCH_ROWS) });

export type CreatePaymentBatchBody = z.output<typeof createPaymentBatchBody>;

/** Rows that are checked before other work gets a turn: milliseconds, even when every member of every row is wrong. */
const ROWS_AT_A_TIME = 100;

/**
 * Checks a batch's body against `createPaymentBatchBody`. Ten thousand rows take a second, so other requests get
 * turns in between.
 *
 * @param issues - receives the problems; the body is returned only when there are none
 * @param padded - receives the keys that differ only by surrounding white space. Earlier versions accepted such a
 * batch, so the caller, who knows whether the batch's key is in use, decides
 */
export async function checkedBatch(
  body: unknown,
  issues: IssueList,
  padded: IssueList = new IssueList(),
): Promise<CreatePaymentBatchBody | undefined> {
  const { success, data, error } = envelope.safeParse(body);
  if (!success) addIssuesFromZod(issues, { error, input: body, at: ['body'] });
  const given = rowsOf(body);
  if (given === undefined || given.length > MOST_BATCH_ROWS) return undefined;
  const rows: PaymentBatchRowBody[] = [];
  const keys = new Map<string, FirstUse>();
  for (const [index, row] of given.entries()) {
    if (index % ROWS_AT_A_TIME === 0) await setImmediate();
    const checked = paymentBatchRow.safeParse(row);
    if (checked.success) rows.push(checked.data);
    else addIssuesFromZod(issues, { error: checked.error, input: row, at: ['body', 'rows', String(index)] });
  }
  for (const [index, row] of given.entries()) addRepeatedKey({ issues, padded, keys }, row, index);
  return success && issues.length === 0 ? { ...data, rows } : undefined;
}

function rowsOf(body: unknown): readonly unknown[] | undefined {
  const rows: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'rows') : undefined;
  return Array.isArray(rows) ? rows : undefined;
}

/** The first row with a key, counted from 0, and the key as sent. */
interface FirstUse {
  readonly index: number;
  readonly sent: string;
}

interface RepeatedKeys {
  readonly issues: IssueList;
  readonly padded: IssueList;
  /** By the trimmed key. */
  readonly keys: Map<string, FirstUse>;
}

function addRepeatedKey({ issues, padded, keys }: RepeatedKeys, row: unknown, index: number): void {
  const sent: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'idempotency_key') : undefined;
  if (typeof sent !== 'string') return;
  const key = trimmedKey(sent);
  const before = keys.get(key);
  if (before === undefined) {
    keys.set(key, { index, sent });
    return;
  }
  const error = `rows ${before.index} and ${index} have the same key, counted from 0`;
  const list = before.sent === sent ? issues : padded;
  list.add(() => wrongValue(['rows', String(index), 'idempotency_key'], error, sent));
}

export type PaymentBatchRowBody = z.output<typeof paymentBatchRow>;

/** The value may be anything: the check also runs on fields that failed their own rules. */
function namesOneAccount(value: unknown, context: z.core.$RefinementCtx): void {
  if (typeof value !== 'object' || value === null) return;
  const given = ACCOUNT_NAMES.filter((name) => (Reflect.get(value, name) ?? null) !== null);
  if (given.length === 1) return;
  const [first = 'account_id'] = given.slice(1);
  const message = `exactly one of ${ACCOUNT_NAMES.join(', ')} is needed`;
  context.addIssue({ code: 'custom', path: [first], message });
}
