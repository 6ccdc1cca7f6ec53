import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import type { AccountFlagKind } from '../../../../core/contract/account-flag.js';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { type Cents, cents } from '../../../../core/money.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { chargeStop } from '../../../../loan-model/flags/flag-stopping-charges.js';
import type { LoanReference, PayoffQuote, Reached } from '../../../../loan-model/port.js';
import {
  accountForPosting,
  lockAccount,
  type PayableAccountRow,
  reservable,
} from '../../account/payable-account.reads.store.js';
import { autopayOf } from './run-under-schedule-lock.js';

/**
 * An account and its loan system's quote, requested before any transaction was opened; embedded loan systems are
 * asked inside the transaction.
 */
export interface QuotedAccount {
  readonly account: PayableAccountRow;
  readonly quote: Reached<PayoffQuote> | 'embedded';
}

/** Why nothing may be charged. */
type NotChargeable = 'account_not_payable' | 'payoff_already_covered' | `account_flag_${AccountFlagKind}`;

/** The amount that may be charged for a loan. */
export type ChargeableAmount =
  | { readonly kind: 'room'; readonly amountCents: Cents }
  /** Nothing is owed any more. */
  | { readonly kind: 'paid_off' }
  /** It cannot be charged; nothing was tried. */
  | { readonly kind: 'none'; readonly failureCode: NotChargeable }
  | { readonly kind: 'unavailable' }
  /** Its organization is not active: nothing is charged until it is again. */
  | { readonly kind: 'inactive' };

/** A quote includes every payment that was settled before `account.readAt`. */
export async function quoteFor(
  db: Database,
  systems: LoanSystems,
  { accountId, organizationId }: { readonly accountId: string; readonly organizationId: string },
): Promise<QuotedAccount> {
  const account = await db.first(autopayOf({ organizationId }), accountForPosting, { id: accountId });
  if (account === undefined) throw new Error(`account ${accountId} disappeared`);
  const system = await systems.present(account.loanSystemCode);
  return { account, quote: system.embedded === undefined ? await system.quotePayoff(loanOf(account)) : 'embedded' };
}

/**
 * Subtracts from the quote what it cannot include. The account is locked, so that of two runs that reserve at once
 * one finds less left. The run that the caller writes in this transaction holds the reservation. Nothing may be charged
 * while a flag on the loan stops charges.
 *
 * @param today - the organization's day
 */
export async function chargeableAmountFor(
  tx: Transaction,
  systems: LoanSystems,
  { account, quote }: QuotedAccount,
  wantedCents: number,
  today: IsoDate,
): Promise<ChargeableAmount> {
  const { accountId, organizationId } = account;
  const principal = autopayOf({ organizationId });
  const embedded = systems.byCode(account.loanSystemCode).embedded;
  const known =
    embedded === undefined
      ? quote
      : ({ kind: 'answered', value: await embedded.lockAndQuote(tx, loanOf(account)) } as const);
  const stands = await tx.first(principal, lockAccount, { id: accountId, organizationId });
  if (stands?.statusCode === 'paid_in_full' || stands?.statusCode === 'closed') return { kind: 'paid_off' };
  if (known === 'embedded' || known.kind === 'unavailable') return { kind: 'unavailable' };
  const { payable, payoffCents } = known.value;
  // A loan that is not paid out yet owes nothing either.
  if (payoffCents <= 0 && stands?.statusCode !== 'pending') return { kind: 'paid_off' };
  // A quote made under the loan's lock includes everything that is settled.
  const quoted = embedded === undefined ? { quotedAt: account.readAt } : 'under_lock';
  const unsettled = await reservable(tx, principal, account, quoted);
  if (!unsettled.isActive) return { kind: 'inactive' };
  const stop = await chargeStop(tx, principal, account, today);
  if (stop !== undefined) return { kind: 'none', failureCode: stop };
  if (!payable) return { kind: 'none', failureCode: 'account_not_payable' };
  const amountCents = Math.min(wantedCents, payoffCents - unsettled.cents);
  return amountCents > 0
    ? { kind: 'room', amountCents: cents(amountCents) }
    : { kind: 'none', failureCode: 'payoff_already_covered' };
}

export function loanOf({
  organizationId,
  accountId,
  externalId,
}: Pick<PayableAccountRow, 'organizationId' | 'accountId' | 'externalId'>): LoanReference {
  return { organizationId, accountId, externalId };
}
