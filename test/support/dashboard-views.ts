import { REPORTS } from '../../subgraphs/reporting/reports/reports.js';
import type { DemoInstance } from './demo-instance.js';
import { failedEndpoint } from './failed-endpoint.js';
import { populateApproval } from './populated-administration.js';
import { stoppedBatch } from './populated-batches.js';
import { boardingOf } from './populated-ledger.js';

/** Every page of the dashboard, with query variants of some. Names in capitals are ids: see `viewIds`. */
export const SERVICING_VIEWS = [
  '/',
  '/accounts',
  '/accounts/LOAN',
  '/accounts/LOAN?tab=transactions',
  '/accounts/nowhere',
  '/borrowers/BORROWER',
  '/payments',
  '/payments/PAYMENT',
  '/payment-batches',
  '/payment-batches/BATCHES',
  '/receipts?by=entered',
  '/payments?kind=autopay',
  '/autopay',
  '/autopay/runs/RUNS',
  '/exceptions',
  '/exceptions?show=resolved',
  '/disputes',
  '/disputes/DISPUTE',
  '/notes',
  '/collections',
  '/products',
  '/products/PRODUCT',
  '/boardings',
  '/boardings/BOARDING',
  '/approvals',
  '/approvals/APPROVAL',
  '/tie-out',
  '/tie-out/differences',
  '/tie-out/2026-01-15',
] as const;

export const OTHER_VIEWS = [
  '/portfolio',
  '/portfolio/rolls?month=2026-10-31&from=current&to=1-29',
  '/general-ledger?from=2026-01-01',
  '/general-ledger?from=2020-01-01&to=2020-01-02',
  '/journal?from=2026-11-01',
  '/reports',
  ...REPORTS.map(({ code }) => `/reports/${code}`),
  '/reports/crr?from=2020-01-01&to=2020-01-02',
  '/messaging',
  '/messaging/campaigns/CAMPAIGN?event=open',
  '/messaging/templates/TEMPLATE',
  '/suppressed',
  '/loan-systems',
  '/developers/keys',
  '/developers/webhooks',
  '/developers/webhooks/ENDPOINT',
  '/developers/webhooks/ENDPOINT/EVENT',
  '/developers/events',
  '/developers/test-clock',
  '/admin/operators',
  '/admin/organizations',
  '/admin/account-flags',
  '/admin/limits',
  '/admin/sessions',
  '/signed-in',
  '/admin/audit',
  '/admin/jobs',
  '/admin/operations',
];

/** The path pattern as in `DASHBOARD_PAGES`: views with one pattern use one template. */
export function patternOf(view: string): string {
  return view
    .replace(/\?.*/, '')
    .replace(/\/EVENT$/, '/{eventId}')
    .replace(/[A-Z]{4,}/, '{id}')
    .replace(/\d{4}-\d\d-\d\d$/, '{day}')
    .replace(/^(\/reports)\/.*/, '$1/{code}');
}

export function filledIn(view: string, ids: Readonly<Record<string, string>>): string {
  return view.replace(/[A-Z]{4,}/g, (name) => ids[name] ?? name);
}

/** Ids of a webhook with an attempt, a template, and so on. */
export async function viewIds(demo: DemoInstance): Promise<Readonly<Record<string, string>>> {
  const { pool } = demo.instance.resources;
  const { endpointId, eventId } = await failedEndpoint(pool, demo.organizationIds[0] ?? '');
  const { rows } = await pool.query<Record<string, string>>(`
    select (select max(id) from email_template) as "TEMPLATE", (select max(id) from campaign) as "CAMPAIGN", (select max(payment_id) from payment_reversal) as "PAYMENT",
      (select max(account_id) from autopay_schedule where status = 'active') as "LOAN",
      (select primary_borrower_party_id from account where id = (select max(account_id) from autopay_schedule where status = 'active')) as "BORROWER",
      (select max(id) from autopay_run where status = 'retrying') as "RUNS",
      (select max(id) from ledger_product) as "PRODUCT",
      (select max(id) from dispute where run_id is not null) as "DISPUTE"`);
  const batchId = await stoppedBatch(pool, { organizationId: demo.organizationIds[0] ?? '' });
  const boardingId = await boardingOf(pool, { organizationId: demo.organizationIds[0] ?? '' });
  const approvalId = await populateApproval(pool, demo.organizationIds[0] ?? '', rows[0]?.LOAN ?? '');
  // Its pictures are on another server: the browser would report that it does not fetch them.
  await pool.query("update email_template set html_template = '<p>Hello</p>'");
  return {
    ...{ ...rows[0], ENDPOINT: endpointId, EVENT: eventId, APPROVAL: approvalId, BATCHES: batchId },
    BOARDING: boardingId,
  };
}
