import { AFTER_EVERY_DATE, AFTER_EVERY_ID } from '../../../../core/db/list.js';
import { report } from '../../report/report.js';
import type { AfterTransaction } from '../../report/transaction-report.js';
import type { NonCashAdjustment } from './non-cash-adjustments.type.js';

type AfterComponent = AfterTransaction & { readonly afterComponent: string };

/**
 * Waivers, credits and charge-offs, one row per component that they touch, signed by what they do to what is owed: a waiver
 * and a charge-off take off. (A charge-off's transaction carries what was written off, positive.) One whose components are
 * not known is one row without a component.
 */
export const NON_CASH_ADJUSTMENTS = report<AfterComponent, NonCashAdjustment & AfterComponent>({
  code: 'ncar',
  columns: {
    transaction_id: 'value',
    type: 'value',
    component: 'value',
    amount_cents: 'cents',
    reason: 'free_text',
    effective_at: 'value',
    status: 'value',
  },
  each: `unnest('{adjustment,charge_off,waiver}'::text[]) as kind (type)`,
  rows: (p) => `
    select t.organization_id, t.account_id, t.id as transaction_id, t.type, c.component,
      case when t.type = 'charge_off' then -c.amount_cents else c.amount_cents end as amount_cents, t.reason,
      t.effective_at, t.status, t.sort_on as after_on, t.id as after_id, coalesce(c.component, '') as after_component
    from transaction t
    cross join lateral (values ('principal', t.principal_cents), ('interest', t.interest_cents), ('fee', t.fees_cents),
      (null, t.amount_cents)) as c (component, amount_cents)
    where t.organization_id = organization.id and t.type = kind.type and t.status is distinct from 'deleted'
      and t.sort_on between ${p.least}::date and ${p.most}::date
      and case when c.component is null
        then coalesce(t.principal_cents, 0) = 0 and coalesce(t.interest_cents, 0) = 0 and coalesce(t.fees_cents, 0) = 0
        else c.amount_cents <> 0 end`,
  key: { after_on: 'date', after_id: 'text', after_component: 'text' },
  indexed: 2,
  direction: 'desc',
  start: { afterOn: AFTER_EVERY_DATE, afterId: AFTER_EVERY_ID, afterComponent: '' },
});
