import { isNotAdvancing, organizationsAhead } from '../../core/business-time/business-clock.js';
import { derived } from '../../core/db/columns.js';
import { statement } from '../../core/db/statement.js';
import { inserted, sql } from '../../core/db/written.js';
import { behind } from './loans-behind-store.js';

/** Whose last business day is not closed yet: one row each says so, however many loans there are. */
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
    ${organizationsAhead(scope)}`,
});

/**
 * Taken, until its transaction ends, by whoever closes an organization's day, and by whoever opens it again for loans that have come in: the
 * one that is second sees what the first has written. Neither waits longer for it than for any lock.
 */
export const holdDayEnd = statement({
  name: 'ledger.day_end.hold',
  unscoped: 'a lock, no row',
  takes: { organizationId: 'Organization.id' },
  gives: derived({ held: 'text' }),
  text: ({ p }) =>
    `select pg_advisory_xact_lock(hashtextextended('ledger day-end ' || ${p.organizationId}::text, 0))::text as held`,
});

/**
 * The day of the organization is closed where every open loan of it has closed its own. One that is boarded while day-end goes through
 * the others is behind: the day stays open, and the next run takes it up. Under `holdDayEnd`: a loan that comes in between the look for
 * what is behind and the writing would have its day closed unseen.
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
    const { accounts, where } = behind({ organizationId: 'o.id', kind: p.kind, through: p.through });
    return `
    insert into ${into} select ${values} from organization o
     where o.id = ${p.organizationId} and ${scope('o.id')} and not exists (select from ledger_loan loan ${accounts} where ${where})
    on conflict (organization_id) do update
       set closed_through = greatest(ledger_day_end.closed_through, excluded.closed_through)`;
  },
});
