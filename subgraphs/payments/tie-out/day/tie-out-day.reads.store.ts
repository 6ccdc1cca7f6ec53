import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import {
  AFTER_EVERY_DATE,
  AFTER_EVERY_ID,
  type ListDefinition,
  mergedAcrossOrganizations,
} from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import { needsDecisionNow } from '../../exceptions/exception-state-sql.js';
import { RESULT_FINDINGS } from '../comparison/result.store.js';
import type { Completeness } from '../comparison/seal-and-verify-results.js';

const DAY = columns('TieOutResult', 'r', [...RESULT_FINDINGS, 'lookedAt', 'hash']).as<{ completeness: Completeness }>();
const ASKING = derived({ openDifferenceCount: 'int8' });
export type TieOutDayRow = RowOf<typeof DAY> & RowOf<typeof ASKING>;

const FILTERS = { from: 'date', to: 'date', subject: 'text?', today: 'date' } as const;
type Filters = ParametersOf<typeof FILTERS>;
type At = { afterOn: string; afterOrganization: string; afterSubject: string };

/** The latest result of each day and side. An earlier result shows that the day was not fully compared then. */
const dayPage = statement({
  name: 'tie_out_day.page',
  across: 'lenders',
  takes: { ...FILTERS, afterOn: 'date', afterOrganization: 'text', afterSubject: 'text', limit: 'int8' },
  gives: [DAY, ASKING],
  text: ({ p, scope, only }) => `
    select day.*, coalesce(asking.count, 0)::bigint as "openDifferenceCount"
      from (${mergedAcrossOrganizations({
        rows: `select distinct on (r.business_day, r.subject) ${DAY} from tie_out_result r
          where r.organization_id = organization.id
            and r.business_day between ${p.from}::date and least(${p.to}::date, ${p.afterOn}::date)
            and (r.business_day, r.organization_id, r.subject) < (${p.afterOn}::date, ${p.afterOrganization}::text, ${p.afterSubject}::text)
            and (${p.subject}::text is null or r.subject = ${p.subject})`,
        order: 'r.business_day desc, r.subject desc, r.sequence desc',
        mergedOrder: '"businessDay" desc, "organizationId" desc, subject desc',
        limit: p.limit,
        scope,
        only,
      })}) day
      left join (
        select d.organization_id, d.subject, g.business_day, count(distinct d.id) as count
          from operator_exception x
          join tie_out_difference d on d.organization_id = x.organization_id and d.id = x.id
          join tie_out_result g on g.organization_id = d.organization_id and g.subject = d.subject
           and g.business_day between greatest(d.first_day, ${p.from}::date) and least(d.last_day, ${p.to}::date, ${p.afterOn}::date)
         where ${scope('x.organization_id')} and ${needsDecisionNow('x', p.today)}
         group by d.organization_id, d.subject, g.business_day) asking
        on asking.organization_id = day."organizationId" and asking.subject = day.subject and asking.business_day = day."businessDay"
     order by "businessDay" desc, "organizationId" desc, subject desc`,
});

/** Latest day first; within a day by side. */
export const TIE_OUT_DAYS: ListDefinition<Filters, At, TieOutDayRow> = {
  name: 'tie_out_days',
  statement: dayPage,
  start: { afterOn: AFTER_EVERY_DATE, afterOrganization: AFTER_EVERY_ID, afterSubject: '' },
  positionOf: ({ businessDay, organizationId, subject }) => ({
    afterOn: businessDay,
    afterOrganization: organizationId,
    afterSubject: subject,
  }),
};
