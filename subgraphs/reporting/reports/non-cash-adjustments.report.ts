import { ABOUT_TRANSACTION_STATUS } from '../../../core/contract/transaction-types-and-statuses.js';
import { report } from '../report/derive-report-from-declaration.js';
import { OF_TRANSACTION, TRANSACTION_ID } from '../report/organization-and-account-columns.js';
import { cents, freeText, value } from '../report/report-column.js';
import { BY_EFFECT, LATEST_TRANSACTION_FIRST, NO_PAYMENT } from '../report/transaction-report.js';

/**
 * Waivers, credits, charge-offs, changes of their losses, and reallocations after a reversal: one row per component,
 * signed by the effect on the amount owed. A waiver and a charge-off are negative, a reduced loss is positive. (The
 * transaction of a charge-off has the positive amount written off; that of a change of its loss has the increase,
 * negative if the loss became smaller.) A transaction with unknown components is one row without a component.
 */
export const NON_CASH_ADJUSTMENTS = report({
  code: 'ncar',
  name: 'Non-cash adjustments',
  title: 'non-cash adjustments report',
  meaning: 'Corrections that moved no cash: waivers, credits, charge-offs, reallocations.',
  field: 'nonCashAdjustments',
  description: 'Waivers, credits, charge-offs and reallocations, by component; latest first.',
  row: {
    name: 'NonCashAdjustment',
    description: 'The effect of a waiver, credit, charge-off or reallocation on one component of the amount owed.',
  },
  ...BY_EFFECT,
  columns: {
    ...OF_TRANSACTION,
    ...TRANSACTION_ID,
    type: value(
      't.type',
      'Transaction.type',
      '`waiver`, `adjustment`, `charge_off` or `reallocation`; more types may be added.',
    ),
    component: value('c.component', 'text?', 'principal, interest or fee; null if the loan system does not report it.'),
    amount_cents: cents(
      `case when t.type = 'charge_off' then -c.amount_cents else c.amount_cents end`,
      'int8?',
      'The change of the amount owed; negative reduces it. Null: unknown.',
    ),
    reason: freeText('t.reason', 'Transaction.reason', 'The recorded reason.'),
    effective_at: value('t.effective_at', 'Transaction.effectiveAt', 'The effective business day.'),
    status: value('t.status', 'Transaction.status', ABOUT_TRANSACTION_STATUS),
  },
  kinds: ['adjustment', 'charge_off', 'reallocation', 'waiver'],
  from: ({ least, most }, type) => `
    from transaction t
    cross join lateral (values ('principal', t.principal_cents), ('interest', t.interest_cents), ('fee', t.fees_cents),
      (null, t.amount_cents)) as c (component, amount_cents)
    where t.organization_id = organization.id and t.type = ${type} and ${NO_PAYMENT} and t.status is distinct from 'deleted'
      and t.sort_on between ${least}::date and ${most}::date
      and case when c.component is null
        then coalesce(t.principal_cents, 0) = 0 and coalesce(t.interest_cents, 0) = 0 and coalesce(t.fees_cents, 0) = 0
        else c.amount_cents <> 0 end`,
  direction: LATEST_TRANSACTION_FIRST.direction,
  key: {
    ...LATEST_TRANSACTION_FIRST.key,
    after_component: { sql: `coalesce(c.component, '')`, type: 'text', start: '' },
  },
  indexed: 2,
});
