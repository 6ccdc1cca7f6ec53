import { columns } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { sql } from '../../../core/db/written.js';
import { ONE_MORE, told } from '../../../core/events/told.js';
import { isStale } from './sightings.store.js';

const CHANGED = columns('LoanSystem', 'changed', ['code']);

/**
 * Says once that loan systems cannot be reached, or can be again, whichever of the running parts notices: breakers are each
 * process's own, so that the row of the system is compared and set. It is away when one part's breaker is open, and back when no
 * part has an open one or a failed last call: a breaker that tries once more is not taken for a recovery.
 */
export const tellReachability = statement({
  name: 'loan_system.tell_reachability',
  takes: { codes: 'LoanSystem.code[]' },
  gives: CHANGED,
  text: ({ p, scope }) => `
    with seen as (
      select g.loan_system_code as code, bool_or(g.is_broken) as is_broken, bool_and(g.is_reachable) as is_well
        from loan_system_sighting g
       where g.loan_system_code = any(${p.codes}::text[]) and g.last_call_at is not null and not ${isStale('g.seen_at')}
       group by g.loan_system_code
    ), changed as (
      update loan_system l set is_reachable = not l.is_reachable, event_sequence = ${ONE_MORE} from seen
       where l.code = seen.code and l.is_active and ${scope('l.organization_id')}
         and case when l.is_reachable then seen.is_broken else not seen.is_broken and seen.is_well end
      returning l.code, l.organization_id, l.is_reachable, l.event_sequence
    ), told as (${told(
      {
        type: sql(`case when changed.is_reachable then 'loan_system.recovered' else 'loan_system.unreachable' end`),
        object: 'loan_system',
        objectId: sql('changed.code'),
        organizationId: sql('changed.organization_id'),
        sequence: sql('changed.event_sequence'),
        status: sql(`case when changed.is_reachable then 'reachable' else 'unreachable' end`),
        previousStatus: sql(`case when changed.is_reachable then 'unreachable' else 'reachable' end`),
        actor: sql(`'sightings'`),
      },
      'changed',
    )})
    select ${CHANGED} from changed`,
});
