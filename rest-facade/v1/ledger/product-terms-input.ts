import type { ReviseProductBody } from '../../../core/contract/ledger-product.js';

/** Terms in the graph's input format. */
export function termsInput(body: ReviseProductBody) {
  return {
    dayCount: body.day_count,
    applicationOrder: body.application_order,
    nsfFeeCents: body.nsf_fee_cents,
    lateFeeCents: body.late_fee_cents,
    lateFeeGraceDays: body.late_fee_grace_days,
    chargeOffAtDays: body.charge_off_at_days,
    toleranceCents: body.tolerance_cents,
    payoffRule: body.payoff_rule,
    accrueTo: body.accrue_to,
  };
}
