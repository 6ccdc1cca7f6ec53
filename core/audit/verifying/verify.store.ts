import { columns, derived, type RowOf } from '../../db/columns.js';
import { statement } from '../../db/statement.js';
import { SEALED_ENTRY, SEALED_ENTRY_TEXT } from '../sealing/hashes.js';
import { SEAL_FIELDS } from '../sealing/sealing.store.js';

/** Chains whose head was deleted. */
export const headlessChains = statement({
  name: 'audit.headless_chains',
  unscoped: 'audit_log_of_all_organizations',
  gives: derived({ organizationId: 'text' }),
  text: () => `
    select distinct s.organization_id as "organizationId" from audit_seal s
     where not exists (select from audit_head h where h.organization_id = s.organization_id)`,
});

const SEAL = columns('AuditSeal', 'audit_seal', SEAL_FIELDS);
export type Seal = RowOf<typeof SEAL>;

export const sealsAfter = statement({
  name: 'audit.seals_after',
  unscoped: 'audit_log_of_all_organizations',
  takes: { organizationId: 'text', sequence: 'int4', limit: 'int8' },
  gives: SEAL,
  text: ({ p }) => `
    select ${SEAL} from audit_seal
     where organization_id = ${p.organizationId}::text and sequence > ${p.sequence}::int4
     order by sequence limit ${p.limit}::int8`,
});

export const entriesByIds = statement({
  name: 'audit.entries_by_ids',
  unscoped: 'audit_log_of_all_organizations',
  takes: { ids: 'AuditLog.id[]' },
  gives: SEALED_ENTRY,
  text: ({ p }) => `select ${SEALED_ENTRY_TEXT} from audit_log a where a.id = any(${p.ids}::text[])`,
});

const ENTRY_ID = derived({ id: 'AuditLog.id' });

/**
 * Rows without a seal although their place in the chain has been sealed, or whose transaction this server did not
 * run.
 */
export const insertedBetween = statement({
  name: 'audit.inserted_between',
  unscoped: 'audit_log_of_all_organizations',
  takes: { organizationId: 'text', throughXid: 'int8', throughId: 'text', limit: 'int8' },
  gives: ENTRY_ID,
  text: ({ p }) => `
    select a.id from audit_log a
      left join (select unnest(entry_ids) as id from audit_seal where organization_id = ${p.organizationId}::text) sealed
        on sealed.id = a.id
     where coalesce(a.organization_id, '') = ${p.organizationId}::text and sealed.id is null
       and ((a.xid, a.id) <= (${p.throughXid}::int8, ${p.throughId}::text)
         or a.xid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
     order by a.xid, a.id limit ${p.limit}::int8`,
});

const WAITING = derived({ organizationId: 'text', entries: 'int8', oldestAt: 'timestamptz', ids: 'text[]' });

/** Unsealed rows by chain, with their first ids. Heads are the verified ones. */
export const waitingForSeal = statement({
  name: 'audit.waiting_for_seal',
  unscoped: 'audit_log_of_all_organizations',
  takes: { most: 'int4' },
  gives: WAITING,
  text: ({ p }) => `
    select coalesce(a.organization_id, '') as "organizationId", count(*) as entries, min(a.occurred_at) as "oldestAt",
           (array_agg(a.id order by a.xid, a.id))[1:${p.most}::int4] as ids
      from audit_log a
      left join audit_head h on h.organization_id = coalesce(a.organization_id, '')
      left join (select organization_id, unnest(entry_ids) as id from audit_seal) sealed
        on sealed.id = a.id and sealed.organization_id = coalesce(a.organization_id, '')
     where sealed.id is null
       and (a.xid is null or h.organization_id is null or (a.xid, a.id) > (h.through_xid, h.through_id))
     group by 1 order by 1`,
});
