import { derived } from '../../../../core/db/columns.js';
import type { Database } from '../../../../core/db/database.js';
import { type Statement, statement } from '../../../../core/db/statement.js';
import { eachOrganization } from '../../../../core/jobs/each-organization.js';
import { type Principal, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { idOfTime, KEPT } from './event.reads.store.js';

const HOUSEKEEPING = systemPrincipal('housekeeping');
/** Small enough that a batch delays no other transaction. */
const AT_A_TIME = 1_000;

/** Ids of events and of attempts begin with their time: this id sorts before every row that is kept. */
const OLDEST_EVENT = idOfTime(`now() - ${KEPT}`);
const IS_OLD = `created_at < now() - ${KEPT}`;

const OF_ONE = { organizationId: 'Event.organizationId', limit: 'int4' } as const;
const DELETED = derived({ deleted: 'int8' });

/** Organizations with events, deliveries or attempts past their retention time. */
const organizationsWithOldEvents = statement({
  name: 'event.organizations_with_old',
  gives: derived({ organizationId: 'Event.organizationId' }),
  // `offset 0`: runs per organization, along an index, and does not scan all rows.
  text: ({ scope }) => `
    select o.id as "organizationId" from organization o where ${scope('o.id')} and (
      exists (select from event v where v.organization_id = o.id and v.id < ${OLDEST_EVENT} offset 0)
      or exists (select from webhook_delivery d where d.organization_id = o.id and d.${IS_OLD} offset 0)
      or exists (select from webhook_attempt t where t.organization_id = o.id and t.${IS_OLD} offset 0))`,
});

/** @param key - identifies a row together with its organization. */
const deleteOld = (
  table: string,
  key: readonly string[],
  isOld: string,
): Statement<{ organizationId: string; limit: number }, Deleted> =>
  statement({
    name: `${table}.delete_old`,
    takes: OF_ONE,
    gives: DELETED,
    text: ({ p, scope }) => `
    with old as (
      select ${key.join(', ')} from ${table}
       where organization_id = ${p.organizationId} and ${scope('organization_id')} and ${isOld} limit ${p.limit}::int
    ), gone as (
      delete from ${table} row using old
       where row.organization_id = ${p.organizationId} and ${key.map((column) => `row.${column} = old.${column}`).join(' and ')}
      returning 1)
    select count(*) as deleted from gone`,
  });

type Deleted = { readonly deleted: number };

const REMOVALS = [
  deleteOld('event', ['id'], `id < ${OLDEST_EVENT}`),
  deleteOld('webhook_delivery', ['endpoint_id', 'event_id'], IS_OLD),
  deleteOld('webhook_attempt', ['id'], IS_OLD),
];

/** Deletes events after 30 days, with their deliveries: in batches, each in a short transaction. */
export async function deleteOldEvents(parts: Pick<ServiceParts, 'db' | 'logger'>): Promise<void> {
  await eachOrganization(parts, {
    principal: HOUSEKEEPING,
    due: organizationsWithOldEvents,
    parameters: {},
    work: (principal, organizationId) => forgetOf(parts.db, principal, organizationId),
  });
}

async function* forgetOf(db: Database, principal: Principal, organizationId: string): AsyncGenerator<void, void> {
  for (const remove of REMOVALS) {
    for (;;) {
      const batch = await db.first(principal, remove, { organizationId, limit: AT_A_TIME });
      if (batch === undefined || batch.deleted < AT_A_TIME) break;
      yield;
    }
  }
}
