import { z } from 'zod';
import type { LoanSystems } from '../../../../connectors/loan-systems/registry.js';
import { businessClock } from '../../../../core/business-time/business-clock.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { PAYMENT_METHODS } from '../../../../core/contract/collected-payment.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { cents } from '../../../../core/money.js';
import { type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { Clock } from '../../../../core/time/clock.js';
import { businessDayOf } from '../../../../ledger/rules/business-day.js';
import { unsettledCents } from '../../account/payable-account.reads.store.js';
import { loanOf } from './payment-to-record.js';
import { equalSince } from './possible-duplicate-sql.js';
import type { PaymentPreview } from './preview-payment.type.js';
import { type AccountForPayments, isOnLedger, readAccountsForPayments } from './read-for-payment.reads.store.js';
import { similarPayment } from './similar-payment.reads.store.js';

export interface PreviewerParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly systems: LoanSystems;
}

/** The check number of a check may be missing: the payment is shown while it is typed. */
const previewPaymentBody = z.strictObject({
  amount_cents: z.int().positive(),
  payment_method: z.enum(PAYMENT_METHODS),
  check_number: z.int().positive().nullable(),
});
type Body = z.output<typeof previewPaymentBody>;

type Applied = Pick<PaymentPreview, 'payableCents' | 'refusal' | 'split' | 'remainingCents'>;

const UNREACHED: Applied = { payableCents: null, refusal: null, split: null, remainingCents: null };

/** What recording a payment would do now. It locks and writes nothing, so a payment in between may change the result. */
export class PaymentPreviewer {
  constructor(private readonly parts: PreviewerParts) {}

  /** @throws {Problem} `insufficient_scope`, `validation_failed`, `account_not_found` */
  async preview(principal: Principal, accountId: string, asked: unknown): Promise<PaymentPreview> {
    requireScope(principal, 'accounts:read');
    requireScope(principal, 'external_payments:read');
    const body = checkedBody(previewPaymentBody, asked);
    const { db, clock } = this.parts;
    const ids = isId(accountId) ? [accountId] : [];
    const [account] = await db.many(principal, readAccountsForPayments, { ids });
    if (account === undefined) throw new Problem('account_not_found');
    const business = await businessClock(db, clock, account.organizationId);
    return {
      ...(await this.#applied(principal, account, body, business)),
      ...(await this.#similar(principal, account, body, business)),
    };
  }

  async #applied(principal: Principal, account: AccountForPayments, body: Body, business: Clock): Promise<Applied> {
    const system = await this.parts.systems.present(account.loanSystemCode);
    const { embedded } = system;
    const amountCents = cents(body.amount_cents);
    if (embedded !== undefined && isOnLedger(account)) {
      const quote = embedded.quote(account, business);
      const allowed = allowedOf(account, amountCents, { ...quote, openCents: account.openCents });
      const preview = embedded.previewPayment(account, amountCents, business);
      if (allowed.refusal !== null || preview.kind === 'refused')
        return { ...UNREACHED, ...allowed, refusal: allowed.refusal ?? 'account_not_payable' };
      const { split, remainingCents } = preview;
      return { ...allowed, split, remainingCents };
    }
    const reached = await system.quotePayoff(loanOf(account));
    if (reached.kind === 'unavailable') return UNREACHED;
    const { accountId, organizationId, readAt: quotedAt } = account;
    const open = await this.parts.db.first(principal, unsettledCents, { accountId, organizationId, quotedAt });
    const quote = { ...reached.value, openCents: open?.cents ?? 0 };
    const allowed = allowedOf(account, amountCents, quote);
    const remainingCents = allowed.refusal === null ? quote.payoffCents - amountCents : null;
    return { ...UNREACHED, ...allowed, remainingCents };
  }

  async #similar(principal: Principal, account: AccountForPayments, body: Body, business: Clock) {
    const { organizationId, accountId } = account;
    const { amount_cents: amountCents, payment_method: paymentMethod, check_number: checkNumber } = body;
    const since = equalSince(businessDayOf(business.now()), { checkNumber });
    const asked = { organizationId, accountId, amountCents, paymentMethod, checkNumber, equalSince: since };
    const found = await this.parts.db.first(principal, similarPayment, asked);
    return { similarPaymentId: found?.id ?? null, isPossibleDuplicate: found?.isPossibleDuplicate ?? false };
  }
}

interface Quoted {
  readonly payable: boolean;
  readonly payoffCents: number;
  /** Of payments and autopay runs without an outcome. */
  readonly openCents: number;
}

/** What may be paid, and why an amount may not, as when it is recorded. */
function allowedOf({ isActive }: AccountForPayments, amountCents: number, { payable, payoffCents, openCents }: Quoted) {
  if (!payable || !isActive) return { payableCents: 0, refusal: 'account_not_payable' };
  const payableCents = Math.max(0, payoffCents - openCents);
  return { payableCents, refusal: amountCents > payableCents ? 'amount_exceeds_payoff' : null };
}
