import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import { inserted } from '../../../../core/db/written.js';
import { behind } from './loans-behind-store.js';

/** Whose last business day is not closed yet: one row each says so, however many loans there are. */
export const organizationsBehind = statement({
  name: 'ledger.day_end.organizations_behind',
  takes: { through: 'date' },
  gives: derived({ organizationId: 'Organization.id' }),
  text: ({ p, scope }) => `
    select o.id as "organizationId" from organization o
      left join ledger_day_end d on d.organization_id = o.id
     where (d.closed_through is null or d.closed_through < ${p.through}::date) and ${scope('o.id')}`,
});

/**
 * The day of the organization is closed where every open loan of it has closed its own. One that is boarded while day-end goes through
 * the others is behind: the day stays open, and the next run takes it up.
 */
export const writeDayClosed = statement({
  name: 'ledger.day_end.write_closed',
  takes: {
    organizationId: 'LedgerDayEnd.organizationId',
    kind: 'LoanSystem.kind',
    through: 'LedgerDayEnd.closedThrough',
  },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerDayEnd', { organizationId: p.organizationId, closedThrough: p.through });
    const { accounts, where } = behind(p);
    return `
    insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}
      and not exists (select from ledger_loan loan ${accounts} where ${where})
    on conflict (organization_id) do update
       set closed_through = greatest(ledger_day_end.closed_through, excluded.closed_through)`;
  },
});
