import type { CopiedValue } from '../../../core/db/copy-text.js';
import type { Random } from '../demo/random.js';
import { bulkId } from './bulk-ids.js';
import { type BulkAccount, DAY_MS, dateOf, SPAN_DAYS } from './organizations-and-accounts.js';

export const TRANSACTION_COLUMNS = [
  'id',
  'organization_id',
  'account_id',
  'type',
  'amount_cents',
  'effective_at',
  'sort_on',
  'status',
  'external_id',
  'original_transaction_id',
  'payment_method',
  'reason',
  'principal_cents',
  'interest_cents',
  'fees_cents',
  'ending_balance_cents',
  'created_at',
] as const;

const METHODS = ['check', 'card', 'cash', 'bank_account', 'money_order'] as const;

/** A payment that the account's next transaction reverses. */
interface Doubtful {
  readonly id: string;
  readonly principalCents: number;
  readonly interestCents: number;
}

/** The effect of a transaction; every field is present, so that a million of them have the same shape. */
interface Movement {
  readonly type: string;
  readonly amountCents: number | null;
  readonly status: string | null;
  readonly originalId: string | null;
  readonly method: string | null;
  readonly reason: string | null;
  readonly principalCents: number | null;
  readonly interestCents: number | null;
  readonly feesCents: number | null;
}

/**
 * Transactions of the past two years in chronological order, one after the other, on random accounts. Most are
 * payments, some of which are reversed, as NSF or otherwise; a few rows come from an older system, without an amount or
 * a date. The accounts' balances are updated on the way: they are today's when the last row has been generated.
 */
export function* transactionRows(
  accounts: readonly BulkAccount[],
  count: number,
  nowMs: number,
  random: Random,
): Generator<readonly CopiedValue[]> {
  const doubtful = new Map<BulkAccount, Doubtful>();
  const startMs = nowMs - SPAN_DAYS * DAY_MS;
  const stepMs = (SPAN_DAYS * DAY_MS) / count;
  for (let number = 0; number < count; number += 1) {
    const account = accounts[random.between(0, accounts.length - 1)];
    if (account === undefined) return;
    const atMs = Math.floor(startMs + number * stepMs);
    const at = new Date(atMs).toISOString();
    const id = bulkId(atMs);
    const effectiveAt = random.between(1, 1_000) <= 3 ? null : at.slice(0, 10);
    const movement = next(account, id, atMs, doubtful, random);
    yield [
      id,
      account.organizationId,
      account.id,
      movement.type,
      movement.amountCents,
      effectiveAt,
      effectiveAt ?? '-infinity',
      movement.status,
      String(number + 1),
      movement.originalId,
      movement.method,
      movement.reason,
      movement.principalCents,
      movement.interestCents,
      movement.feesCents,
      account.balanceCents,
      at,
    ];
  }
}

function next(
  account: BulkAccount,
  id: string,
  atMs: number,
  doubtful: Map<BulkAccount, Doubtful>,
  random: Random,
): Movement {
  const back = doubtful.get(account);
  if (back !== undefined) {
    doubtful.delete(account);
    return takenBack(account, back, random);
  }
  if (account.chargeOffAtMs !== null && account.chargedOffOn === null && atMs >= account.chargeOffAtMs) {
    account.chargedOffOn = dateOf(atMs);
    return moved('charge_off', account.balanceCents, account.installmentCents, 'past_due', null);
  }
  const draw = random.between(1, 1_000);
  if (draw <= 3) return UNKNOWN_AMOUNT;
  if (draw <= 13) return GOODWILL;
  const { principalCents, interestCents } = applied(account);
  const comesBack = draw <= 43 && account.chargedOffOn === null;
  if (comesBack) doubtful.set(account, { id, principalCents, interestCents });
  const amountCents = principalCents + interestCents;
  return {
    type: 'payment',
    amountCents,
    status: comesBack ? 'reversed' : 'posted',
    originalId: null,
    method: random.oneOf(METHODS),
    reason: null,
    principalCents,
    interestCents,
    feesCents: 0,
  };
}

function moved(
  type: string,
  principalCents: number,
  interestCents: number,
  reason: string,
  originalId: string | null,
): Movement {
  const amountCents = principalCents + interestCents;
  const components = { principalCents, interestCents, feesCents: 0 };
  return { type, amountCents, status: 'posted', originalId, method: null, reason, ...components };
}

const GOODWILL: Movement = {
  ...moved('adjustment', 0, -500, 'goodwill', null),
  principalCents: null,
  feesCents: null,
};

const UNKNOWN_AMOUNT: Movement = {
  type: 'payment',
  amountCents: null,
  status: null,
  originalId: null,
  method: null,
  reason: null,
  principalCents: null,
  interestCents: null,
  feesCents: null,
};

/**
 * A tenth of the installment, so that accounts with many transactions last: a proportional part of a month's interest,
 * then principal.
 */
function applied(account: BulkAccount): { readonly principalCents: number; readonly interestCents: number } {
  const paidCents = Math.ceil(account.installmentCents / 10);
  const interestCents = Math.min(paidCents - 1, Math.floor((account.balanceCents * account.annualRateBps) / 1_200_000));
  const principalCents = Math.min(paidCents - interestCents, account.balanceCents - 1);
  account.balanceCents -= principalCents;
  return { principalCents, interestCents };
}

function takenBack(account: BulkAccount, { id, principalCents, interestCents }: Doubtful, random: Random): Movement {
  account.balanceCents += principalCents;
  return random.chance(60)
    ? moved('nsf', -principalCents, -interestCents, 'R01 insufficient funds', id)
    : moved('reversal', -principalCents, -interestCents, 'posted to the wrong account', id);
}
