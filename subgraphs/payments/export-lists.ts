import { z } from 'zod';
import { AUTOPAY_RUN_STATUSES } from '../../core/contract/autopay.js';
import { COLLECTED_PAYMENT_STATUSES, PAYMENT_METHODS } from '../../core/contract/collected-payment.js';
import { DISPUTE_STATUSES } from '../../core/contract/dispute-statuses.js';
import { COMMON_VARIABLES, DAY_VARIABLES, optional } from '../../core/contract/exported-lists.js';
import type { Exports } from '../../core/db/export-statement-as-csv.js';
import { type ExportList, listExporter, listWriter } from '../../core/db/sorted-lists/list-exporter.js';
import type { ServiceParts } from '../../core/service-parts.js';
import { AutopayRunService } from './autopay/run/autopay-run.service.js';
import { RUN_COLUMNS } from './autopay/run/run-columns.js';
import { CollectedPaymentService } from './collected/payment/collected-payment.service.js';
import { PAYMENT_COLUMNS } from './collected/payment/payment-columns.js';
import { DisputeService } from './disputes/dispute/dispute.service.js';
import { DISPUTE_COLUMNS } from './disputes/dispute/dispute-columns.js';

const paymentVariables = z.strictObject({
  ...COMMON_VARIABLES,
  ...DAY_VARIABLES,
  sortBy: optional(z.enum(PAYMENT_COLUMNS)),
  text: optional(z.string()),
  statuses: optional(z.array(z.enum(COLLECTED_PAYMENT_STATUSES))),
  paymentMethods: optional(z.array(z.enum(PAYMENT_METHODS))),
});

const runVariables = z.strictObject({
  ...COMMON_VARIABLES,
  ...DAY_VARIABLES,
  sortBy: optional(z.enum(RUN_COLUMNS)),
  statuses: optional(z.array(z.enum(AUTOPAY_RUN_STATUSES))),
});

const disputeVariables = z.strictObject({
  ...COMMON_VARIABLES,
  ...DAY_VARIABLES,
  sortBy: optional(z.enum(DISPUTE_COLUMNS)),
  statuses: optional(z.array(z.enum(DISPUTE_STATUSES))),
});

/** The payments subgraph's lists as files. */
export function exportPaymentLists({
  db,
  cursors,
  exports,
}: Pick<ServiceParts, 'db' | 'cursors'> & { readonly exports: Exports }): ExportList {
  const payments = new CollectedPaymentService(db, cursors);
  const runs = new AutopayRunService({ db, cursors });
  const disputes = new DisputeService({ db, cursors });
  return listExporter({
    payments: listWriter(paymentVariables, (principal, request) => payments.csv(exports, principal, request)),
    autopay: listWriter(runVariables, (principal, request) => runs.csv(exports, principal, request)),
    disputes: listWriter(disputeVariables, (principal, request) => disputes.csv(exports, principal, request)),
  });
}
