import type { ReportCode } from '../../../core/contract/report.js';
import type { Report } from '../report/report.js';
import { AGED_BALANCE } from './abr/aged-balance.report.js';
import { CASH_ADJUSTMENTS } from './car/cash-adjustments.report.js';
import { CASH_RECEIPTS } from './crr/cash-receipts.report.js';
import { DELINQUENCY } from './dr/delinquency.report.js';
import { MONTHLY_PAYMENT_REGISTER } from './mpr/monthly-payment-register.report.js';
import { NON_CASH_ADJUSTMENTS } from './ncar/non-cash-adjustments.report.js';
import { NSF_RETURNS } from './nsfr/nsf-returns.report.js';
import { NEW_SALES } from './nsr/new-sales.report.js';
import { PAID_IN_FULL } from './pif/paid-in-full.report.js';
import { WRITE_OFFS } from './wor/write-offs.report.js';

/** What every reading of a report but its pages needs, by code. */
export const REPORTS: Readonly<Record<ReportCode, Omit<Report, 'page'>>> = {
  crr: CASH_RECEIPTS,
  nsfr: NSF_RETURNS,
  car: CASH_ADJUSTMENTS,
  ncar: NON_CASH_ADJUSTMENTS,
  mpr: MONTHLY_PAYMENT_REGISTER,
  nsr: NEW_SALES,
  wor: WRITE_OFFS,
  pif: PAID_IN_FULL,
  abr: AGED_BALANCE,
  dr: DELINQUENCY,
};
