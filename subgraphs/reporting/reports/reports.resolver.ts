import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { type ListArguments, listArguments } from '../../../core/graphql/list-arguments.js';
import type { ReportService } from '../report/report.service.js';
import { AGED_BALANCE } from './abr/aged-balance.report.js';
import { AgedBalancePage } from './abr/aged-balance.type.js';
import { CASH_ADJUSTMENTS } from './car/cash-adjustments.report.js';
import { CashAdjustmentPage } from './car/cash-adjustments.type.js';
import { CASH_RECEIPTS } from './crr/cash-receipts.report.js';
import { CashReceiptPage } from './crr/cash-receipts.type.js';
import { DELINQUENCY } from './dr/delinquency.report.js';
import { DelinquencyPage } from './dr/delinquency.type.js';
import { MONTHLY_PAYMENT_REGISTER } from './mpr/monthly-payment-register.report.js';
import { RegisteredPaymentPage } from './mpr/monthly-payment-register.type.js';
import { NON_CASH_ADJUSTMENTS } from './ncar/non-cash-adjustments.report.js';
import { NonCashAdjustmentPage } from './ncar/non-cash-adjustments.type.js';
import { NSF_RETURNS } from './nsfr/nsf-returns.report.js';
import { NsfReturnPage } from './nsfr/nsf-returns.type.js';
import { NEW_SALES } from './nsr/new-sales.report.js';
import { NewSalePage } from './nsr/new-sales.type.js';
import { PAID_IN_FULL } from './pif/paid-in-full.report.js';
import { PaidInFullPage } from './pif/paid-in-full.type.js';
import { WRITE_OFFS } from './wor/write-offs.report.js';
import { WriteOffPage } from './wor/write-offs.type.js';

const DatedByEffect = listArguments('business day on which it counts');
const DatedByOrigination = listArguments('day on which the loan originated');
const DatedByChargeOff = listArguments('day on which the loan was charged off');
const DatedByPayoff = listArguments('day on which the loan was paid off');
const AsOf = listArguments({
  from: 'Balances are those of one day, whatever the first one is; but a range that begins after today is empty.',
  to: 'The day of the balances; without it, and for later ones, today (New York), with all that is booked.',
});

/** The ten reports, a page at a time. */
@Resolver()
export class ReportsResolver {
  readonly #reports: ReportService;

  constructor(reports: ReportService) {
    this.#reports = reports;
  }

  @Query(() => CashReceiptPage, { description: 'Payments received; latest first.' })
  cashReceipts(
    @Args(() => DatedByEffect) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<CashReceiptPage> {
    return this.#reports.page(principal, CASH_RECEIPTS, request);
  }

  @Query(() => NsfReturnPage, { description: 'Payments that banks returned; latest first.' })
  nsfReturns(
    @Args(() => DatedByEffect) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<NsfReturnPage> {
    return this.#reports.page(principal, NSF_RETURNS, request);
  }

  @Query(() => CashAdjustmentPage, { description: 'Corrections that moved cash; latest first.' })
  cashAdjustments(
    @Args(() => DatedByEffect) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<CashAdjustmentPage> {
    return this.#reports.page(principal, CASH_ADJUSTMENTS, request);
  }

  @Query(() => NonCashAdjustmentPage, { description: 'Waivers, credits and charge-offs, by component; latest first.' })
  nonCashAdjustments(
    @Args(() => DatedByEffect) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<NonCashAdjustmentPage> {
    return this.#reports.page(principal, NON_CASH_ADJUSTMENTS, request);
  }

  @Query(() => RegisteredPaymentPage, {
    description: 'Payments received, with what they were applied to; latest first.',
  })
  monthlyPaymentRegister(
    @Args(() => DatedByEffect) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<RegisteredPaymentPage> {
    return this.#reports.page(principal, MONTHLY_PAYMENT_REGISTER, request);
  }

  @Query(() => NewSalePage, { description: 'Loans made; latest first.' })
  newSales(
    @Args(() => DatedByOrigination) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<NewSalePage> {
    return this.#reports.page(principal, NEW_SALES, request);
  }

  @Query(() => WriteOffPage, { description: 'Loans charged off; latest first.' })
  writeOffs(
    @Args(() => DatedByChargeOff) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<WriteOffPage> {
    return this.#reports.page(principal, WRITE_OFFS, request);
  }

  @Query(() => PaidInFullPage, { description: 'Loans paid off; latest first.' })
  paidInFull(
    @Args(() => DatedByPayoff) request: ListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PaidInFullPage> {
    return this.#reports.page(principal, PAID_IN_FULL, request);
  }

  @Query(() => AgedBalancePage, {
    description: 'Open accounts on `to`, today without it, by how old what they owe is; by account.',
  })
  agedBalance(@Args(() => AsOf) request: ListArguments, @Ctx() { principal }: GraphContext): Promise<AgedBalancePage> {
    return this.#reports.page(principal, AGED_BALANCE, request);
  }

  @Query(() => DelinquencyPage, {
    description: 'Open accounts that were past due on `to`, today without it; by account.',
  })
  delinquency(@Args(() => AsOf) request: ListArguments, @Ctx() { principal }: GraphContext): Promise<DelinquencyPage> {
    return this.#reports.page(principal, DELINQUENCY, request);
  }
}
