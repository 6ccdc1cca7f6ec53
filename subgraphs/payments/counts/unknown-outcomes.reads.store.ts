import { UNKNOWN_OUTCOME_KINDS, type UnknownOutcomeKind } from '../../../core/contract/unknown-outcome-kinds.js';
import { derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';

/** The most rows counted of each kind and lender. */
export const MOST_UNKNOWN = 10_000;

/** Each kind has an index of its open rows, which stay few. */
const OPEN: Readonly<Record<UnknownOutcomeKind, readonly [table: string, statuses: string]>> = {
  payment: ['collected_payment', `'pending', 'pending_confirmation'`],
  reversal: ['payment_reversal', `'pending', 'pending_confirmation'`],
  autopay_run: ['autopay_run', `'charging', 'posting', 'refunding'`],
};

/** What was sent, or is being sent, and has no outcome yet. */
export const unknownOutcomes = statement({
  name: 'counts.unknown_outcomes',
  across: 'lenders',
  gives: derived({ kind: 'text', open: 'int8', oldestAt: 'timestamptz?', isExact: 'bool' }).as<{
    kind: UnknownOutcomeKind;
  }>(),
  text: ({ scope }) => {
    const each = UNKNOWN_OUTCOME_KINDS.map((kind) => {
      const [table, statuses] = OPEN[kind];
      return `
      select '${kind}' as kind, count(*) as open, min(found.created_at) as oldest from (
        select r.created_at from ${table} r
         where r.organization_id = organization.id and r.status in (${statuses}) limit ${MOST_UNKNOWN + 1}) found`;
    });
    return `
    select counted.kind, sum(least(counted.open, ${MOST_UNKNOWN}))::bigint as open,
      case when bool_and(counted.open <= ${MOST_UNKNOWN}) then min(counted.oldest) end as "oldestAt",
      bool_and(counted.open <= ${MOST_UNKNOWN}) as "isExact"
    from organization cross join lateral (${each.join(' union all ')}) counted
    where ${scope('organization.id')} group by counted.kind`;
  },
});
