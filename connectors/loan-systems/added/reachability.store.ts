import { columns } from '../../../core/db/columns.js';
import { sql } from '../../../core/db/insert-sql.js';
import { statement } from '../../../core/db/statement.js';
import { insertEventSql, NEXT_EVENT_SEQUENCE } from '../../../core/events/insert-event-sql.js';
import { isStale } from './connection-status.store.js';

const TURNED = columns('LoanSystem', 'l', ['code', 'organizationId']);
const CHANGED = columns('LoanSystem', 'l', ['isReachable', 'eventSequence']);

/**
 * How the running parts see the systems named by `codes`: unreachable when one part's breaker is open; reachable again
 * when no part has an open breaker or a failed last call. A half-open breaker does not count as a recovery.
 */
const seen = (codes: string) => `seen as (
      select g.loan_system_code as code, bool_or(g.is_broken) as is_broken, bool_and(g.is_reachable) as is_well
        from loan_system_sighting g
       where g.loan_system_code ${codes} and g.last_call_at is not null and not ${isStale('g.seen_at')}
       group by g.loan_system_code)`;
const HAS_TURNED = `l.is_active and l.organization_id is not null
         and case when l.is_reachable then seen.is_broken else not seen.is_broken and seen.is_well end`;

/** Those of these loan systems that are marked reachable but are not, or the reverse. */
export const changedReachability = statement({
  name: 'loan_system.turned',
  takes: { codes: 'LoanSystem.code[]' },
  gives: TURNED,
  text: ({ p, scope }) => `
    with ${seen(`= any(${p.codes}::text[])`)}
    select ${TURNED} from loan_system l join seen on seen.code = l.code where ${scope('l.organization_id')} and ${HAS_TURNED}`,
});

/**
 * Records once that a loan system became unreachable or reachable again. Several parts may notice it, because each
 * process has its own breakers, so the system's row is compared and set. No row: another part has recorded it already.
 */
export const updateReachability = statement({
  name: 'loan_system.turn',
  takes: { code: 'LoanSystem.code' },
  gives: CHANGED,
  unscoped: 'loan_system_without_borrower_data',
  text: ({ p }) => `
    with ${seen(`= ${p.code}`)}
    update loan_system l set is_reachable = not l.is_reachable, event_sequence = ${NEXT_EVENT_SEQUENCE} from seen
     where l.code = seen.code and ${HAS_TURNED}
    returning ${CHANGED}`,
});

/** Records the event, in the transaction that changes the system, for the organization that owns it. */
export const insertReachabilityEvent = statement({
  name: 'loan_system.tell',
  takes: {
    organizationId: 'Event.organizationId',
    code: 'Event.objectId',
    sequence: 'Event.sequence',
    isReachable: 'bool',
  },
  gives: columns('Event', 'event', ['id']),
  text: ({ p, scope }) => `
    ${insertEventSql(
      {
        type: sql(`case when ${p.isReachable}::bool then 'loan_system.recovered' else 'loan_system.unreachable' end`),
        object: 'loan_system',
        objectId: sql(`${p.code}::text`),
        organizationId: sql('o.id'),
        accountId: sql('null'),
        sequence: sql(`${p.sequence}::int`),
        status: sql(`case when ${p.isReachable}::bool then 'reachable' else 'unreachable' end`),
        previousStatus: sql(`case when ${p.isReachable}::bool then 'unreachable' else 'reachable' end`),
        actor: sql(`'sightings'`),
      },
      `organization o where o.id = ${p.organizationId} and ${scope('o.id')}`,
    )} returning id`,
});
