import { refused } from '../../route.js';
import { reportAgedBalance } from './abr-aged-balance.js';
import { reportCashAdjustments } from './car-cash-adjustments.js';
import { reportCashReceipts } from './crr-cash-receipts.js';
import { reportDelinquency } from './dr-delinquency.js';
import { reportMonthlyPaymentRegister } from './mpr-monthly-payment-register.js';
import { reportNonCashAdjustments } from './ncar-non-cash-adjustments.js';
import { reportNsfReturns } from './nsfr-nsf-returns.js';
import { reportNewSales } from './nsr-new-sales.js';
import { reportPaidInFull } from './pif-paid-in-full.js';
import { reportWriteOffs } from './wor-write-offs.js';

/** Spec 4.4: deferred. */
const deferred = refused({
  operationId: 'reportDeferred',
  method: 'GET',
  path: '/reports/spr',
  summary: 'Report spr',
  description: 'Deferred: every request is refused once its caller is known.',
  tag: 'Reports',
  area: 'unversioned',
  problem: 'not_implemented',
});

const unknown = refused({
  operationId: 'reportUnknown',
  method: 'GET',
  path: '/reports/{code}',
  summary: 'Any other report',
  description: 'There is none: a code that is not one of those beside is refused once its caller is known.',
  tag: 'Reports',
  area: 'unversioned',
  problem: 'report_not_found',
});

/** Every path under `/reports`. */
export const reports = [
  reportCashReceipts,
  reportNsfReturns,
  reportCashAdjustments,
  reportNonCashAdjustments,
  reportMonthlyPaymentRegister,
  reportNewSales,
  reportWriteOffs,
  reportPaidInFull,
  reportAgedBalance,
  reportDelinquency,
  deferred,
  unknown,
];
