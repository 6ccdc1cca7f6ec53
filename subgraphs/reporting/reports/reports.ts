import { Problem } from '../../../core/errors/problem.js';
import type { Report } from '../report/derive-report-from-declaration.js';
import { AGED_BALANCE } from './aged-balance.report.js';
import { CASH_ADJUSTMENTS } from './cash-adjustments.report.js';
import { CASH_RECEIPTS } from './cash-receipts.report.js';
import { DELINQUENCY } from './delinquency.report.js';
import { MONTHLY_PAYMENT_REGISTER } from './monthly-payment-register.report.js';
import { NEW_SALES } from './new-sales.report.js';
import { NON_CASH_ADJUSTMENTS } from './non-cash-adjustments.report.js';
import { NSF_RETURNS } from './nsf-returns.report.js';
import { PAID_IN_FULL } from './paid-in-full.report.js';
import { WRITE_OFFS } from './write-offs.report.js';

/** All reports. Their GraphQL types and fields and their REST routes are derived from this list. */
export const REPORTS = [
  CASH_RECEIPTS,
  NSF_RETURNS,
  CASH_ADJUSTMENTS,
  NON_CASH_ADJUSTMENTS,
  MONTHLY_PAYMENT_REGISTER,
  NEW_SALES,
  WRITE_OFFS,
  PAID_IN_FULL,
  AGED_BALANCE,
  DELINQUENCY,
] as const satisfies readonly Report[];

export type ReportCode = (typeof REPORTS)[number]['code'];

/** @throws {Problem} `report_not_found` */
export function reportOf(code: string): Report {
  const found = REPORTS.find((report) => report.code === code);
  if (found === undefined) throw new Problem('report_not_found');
  return found;
}
