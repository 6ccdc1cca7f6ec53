import { isNotAdvancing, sandboxesAhead } from '../../core/business-time/business-clock.js';
import { derived } from '../../core/db/columns.js';
import { inserted, sql } from '../../core/db/insert-sql.js';
import { statement } from '../../core/db/statement.js';
import { loansWithOpenDays } from './open-days-store.js';

/** Organizations whose last business day is not closed yet. One row decides, however many loans there are. */
export const organizationsBehind = statement({
  name: 'ledger.day_end.organizations_behind',
  takes: { through: 'date' },
  gives: derived({ organizationId: 'Organization.id' }),
  text: ({ p, scope }) => `
    select o.id as "organizationId" from organization o
      left join ledger_day_end d on d.organization_id = o.id
     where (d.closed_through is null or d.closed_through < ${p.through}::date) and ${scope('o.id')}
       and ${isNotAdvancing('o.id')}
    union
    ${sandboxesAhead(scope)}`,
});

/**
 * Lock held until the transaction ends by the process that closes an organization's day, or that reopens it for boarded
 * loans: the second one sees what the first has written. Neither waits longer than for any other lock.
 */
export const holdDayEnd = statement({
  name: 'ledger.day_end.hold',
  unscoped: 'takes_a_lock',
  takes: { organizationId: 'Organization.id' },
  gives: derived({ held: 'text' }),
  text: ({ p }) =>
    `select pg_advisory_xact_lock(hashtextextended('ledger day-end ' || ${p.organizationId}::text, 0))::text as held`,
});

/**
 * Closes the organization's day if every open loan of it has closed its own. A loan boarded while day-end processes the
 * others is behind: the day stays open for the next run. Needs `holdDayEnd`: otherwise the day of a loan boarded
 * between the check and the write would be closed without it.
 */
export const writeDayClosed = statement({
  name: 'ledger.day_end.write_closed',
  takes: {
    organizationId: 'LedgerDayEnd.organizationId',
    kind: 'LoanSystem.kind',
    through: 'LedgerDayEnd.closedThrough',
  },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerDayEnd', { organizationId: sql('o.id'), closedThrough: p.through });
    const { accounts, where } = loansWithOpenDays({ organizationId: 'o.id', kind: p.kind, through: p.through });
    return `
    insert into ${into} select ${values} from organization o
     where o.id = ${p.organizationId} and ${scope('o.id')} and not exists (select from ledger_loan loan ${accounts} where ${where})
    on conflict (organization_id) do update
       set closed_through = greatest(ledger_day_end.closed_through, excluded.closed_through)`;
  },
});
