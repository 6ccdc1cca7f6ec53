import { columns } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { sql } from '../../../core/db/written.js';
import { ONE_MORE, told } from '../../../core/events/told.js';
import { isStale } from './sightings.store.js';

const TURNED = columns('LoanSystem', 'l', ['code', 'organizationId']);
const CHANGED = columns('LoanSystem', 'l', ['isReachable', 'eventSequence']);

/**
 * What the running parts see of the systems `codes` names: away when one part's breaker is open, and back when no part has an open one
 * or a failed last call: a breaker that tries once more is not taken for a recovery.
 */
const seen = (codes: string) => `seen as (
      select g.loan_system_code as code, bool_or(g.is_broken) as is_broken, bool_and(g.is_reachable) as is_well
        from loan_system_sighting g
       where g.loan_system_code ${codes} and g.last_call_at is not null and not ${isStale('g.seen_at')}
       group by g.loan_system_code)`;
const HAS_TURNED = `l.is_active and l.organization_id is not null
         and case when l.is_reachable then seen.is_broken else not seen.is_broken and seen.is_well end`;

/** Of these loan systems those that are told to be reachable and are not, or the other way round. */
export const turnedSystems = statement({
  name: 'loan_system.turned',
  takes: { codes: 'LoanSystem.code[]' },
  gives: TURNED,
  text: ({ p, scope }) => `
    with ${seen(`= any(${p.codes}::text[])`)}
    select ${TURNED} from loan_system l join seen on seen.code = l.code where ${scope('l.organization_id')} and ${HAS_TURNED}`,
});

/**
 * Says once that a loan system cannot be reached, or can be again, whichever of the running parts notices: breakers are each
 * process's own, so that the row of the system is compared and set. No row: another part has said so already.
 */
export const turnSystem = statement({
  name: 'loan_system.turn',
  takes: { code: 'LoanSystem.code' },
  gives: CHANGED,
  unscoped: 'what the parts see of a loan system, which stands above organizations',
  text: ({ p }) => `
    with ${seen(`= ${p.code}`)}
    update loan_system l set is_reachable = not l.is_reachable, event_sequence = ${ONE_MORE} from seen
     where l.code = seen.code and ${HAS_TURNED}
    returning ${CHANGED}`,
});

/** The event of it, in the transaction that turns the system, for the organization whose it is. */
export const tellOfSystem = statement({
  name: 'loan_system.tell',
  takes: {
    organizationId: 'Event.organizationId',
    code: 'Event.objectId',
    sequence: 'Event.sequence',
    isReachable: 'bool',
  },
  gives: columns('Event', 'event', ['id']),
  text: ({ p, scope }) => `
    ${told(
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
