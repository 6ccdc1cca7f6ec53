import { businessClock } from '../../../../core/business-time/business-clock.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { bookLoanBody } from '../../../../core/contract/ledger-request-bodies.js';
import { invalid } from '../../../../core/errors/problem.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { businessDayOf } from '../../../../ledger/rules/business-day.js';
import { scheduleOfNewLoan } from '../../../../ledger/schedule-of-new-loan.js';
import { termsOf, wrongDates } from './booked-terms.js';
import type { LedgerLoanPreview, PreviewLedgerLoanInput } from './preview-loan.type.js';
import { namedProduct } from './product-named-by-booking.js';

/** Stand in for what does not change the schedule, so that a preview is refused where the booking would be. */
const NOT_PREVIEWED = { loan_number: 'PREVIEW', borrowers: [{ role: 'primary', display_name: 'Preview' }] };

/** The schedule that a loan would have if it were booked and disbursed today. Writes nothing. */
export class LedgerLoanPreviewer {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'clock'>) {}

  /** @throws {Problem} `insufficient_scope`, `organization_out_of_scope`, `validation_failed` */
  async preview(principal: Principal, input: PreviewLedgerLoanInput): Promise<LedgerLoanPreview> {
    requireScope(principal, 'ledger:read');
    const { organizationId } = input;
    const caller = limitToOrganization(principal, organizationId);
    const body = checkedBody(bookLoanBody, {
      ...NOT_PREVIEWED,
      product_id: input.productId ?? null,
      originated_on: input.originatedOn,
      first_due_on: input.firstDueOn,
      original_principal_cents: input.originalPrincipalCents,
      annual_rate: input.annualRate,
      term_months: input.termMonths,
      scheduled_payment_cents: input.scheduledPaymentCents ?? null,
    });
    const { db, clock } = this.parts;
    const today = businessDayOf((await businessClock(db, clock, organizationId)).now());
    const { product, issues } = await namedProduct(db.models(caller), organizationId, body);
    const problems = [...wrongDates(body, today), ...issues];
    if (problems.length > 0) throw invalid(problems);
    const terms = termsOf(body, product);
    const installments = scheduleOfNewLoan(terms, product, today);
    return { levelPaymentCents: terms.scheduledPaymentCents, disbursedOn: today, installments };
  }
}
