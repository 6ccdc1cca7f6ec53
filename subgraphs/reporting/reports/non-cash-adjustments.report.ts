import { ABOUT_TRANSACTION_STATUS } from '../../../core/contract/transaction.js';
import { cents, freeText, value } from '../report/column.js';
import { OF_TRANSACTION, TRANSACTION_ID } from '../report/owner.js';
import { report } from '../report/report.js';
import { BY_EFFECT, LATEST_TRANSACTION_FIRST, NO_PAYMENT } from '../report/transaction-report.js';

/**
 * Waivers, credits, charge-offs, changes of their losses and reallocations after a reversal, one row per component that they touch, signed by what they do to what is owed: a waiver
 * and a charge-off take off, a loss that became smaller puts back on. (A charge-off's transaction carries what was written off, positive; a change of its loss
 * what that grew by, negative where it became smaller.) One whose components are
 * not known is one row without a component.
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
    description: 'What a waiver, a credit, a charge-off or a reallocation did to one component of what is owed.',
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
    component: value('c.component', 'text?', 'principal, interest or fee; null where the loan system does not tell.'),
    amount_cents: cents(
      `case when t.type = 'charge_off' then -c.amount_cents else c.amount_cents end`,
      'int8?',
      'What it did to what is owed: negative took off. Null: unknown.',
    ),
    reason: freeText('t.reason', 'Transaction.reason', 'Why, as it was told.'),
    effective_at: value('t.effective_at', 'Transaction.effectiveAt', 'The business day on which it counts.'),
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
