import { columns, derived, type RowOf, typesOf } from '../../db/columns.js';
import { assigned, inserted, sameNamed } from '../../db/insert-sql.js';
import { statement } from '../../db/statement.js';
import { SEALED_ENTRY, SEALED_ENTRY_TEXT } from './hashes.js';

/** Acts that belong to no organization have a chain of their own. */
const CHAIN = "coalesce(a.organization_id, '')";

/**
 * The oldest transaction that may still write. Read after taking the lock, it never decreases, except on another
 * server.
 */
export const horizon = statement({
  name: 'audit.horizon',
  unscoped: 'reads_no_rows',
  gives: derived({ xid: 'int8' }),
  text: () => 'select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xid',
});

/** False until `migrate` has given every older row its transaction id; until then nothing is sealed. */
export const isPlaced = statement({
  name: 'audit.is_placed',
  unscoped: 'audit_log_of_all_organizations',
  gives: derived({ placed: 'bool' }),
  text: () => 'select not exists (select from audit_log where xid is null) as placed',
});

const PASS = columns('AuditSealProgress', 'audit_sealing', ['throughXid']);
export const readPass = statement({
  name: 'audit.read_pass',
  unscoped: 'audit_log_of_all_organizations',
  gives: PASS,
  text: () => `select ${PASS} from audit_sealing where id = 'all'`,
});

/** Only the first of two passes moves it; the other's rows have been sealed as well. */
export const movePass = statement({
  name: 'audit.move_pass',
  unscoped: 'audit_log_of_all_organizations',
  takes: { from: 'AuditSealProgress.throughXid', to: 'AuditSealProgress.throughXid' },
  text: ({ p }) => `
    insert into audit_sealing as s (id, through_xid) values ('all', ${p.to}::int8)
    on conflict (id) do update set through_xid = excluded.through_xid where s.through_xid = ${p.from}::int8`,
});

/** Chains with rows to seal. */
export const chainsToSeal = statement({
  name: 'audit.chains_to_seal',
  unscoped: 'audit_log_of_all_organizations',
  takes: { fromXid: 'int8', belowXid: 'int8' },
  gives: derived({ organizationId: 'text' }),
  text: ({ p }) => `
    select distinct ${CHAIN} as "organizationId" from audit_log a
     where a.xid >= ${p.fromXid}::int8 and a.xid < ${p.belowXid}::int8`,
});

/** On a different server than before, every chain starts again. */
export const everyChain = statement({
  name: 'audit.every_chain',
  unscoped: 'audit_log_of_all_organizations',
  gives: derived({ organizationId: 'text' }),
  text: () => `select ${CHAIN} as "organizationId" from audit_log a union select organization_id from audit_head`,
});

const BEGUN = ['organizationId', 'hash', 'mac'] as const;

/** Not for a chain that has seals: its head was deleted, and a new one would hide that. */
export const beginHead = statement({
  name: 'audit.begin_head',
  unscoped: 'audit_log_of_all_organizations',
  takes: typesOf('AuditHead', BEGUN),
  text: ({ p }) => `
    insert into audit_head (organization_id, sequence, hash, through_xid, through_id, mac)
    select ${p.organizationId}::text, 0, ${p.hash}::text, -1, '', ${p.mac}::text
     where not exists (select from audit_seal where organization_id = ${p.organizationId}::text)
    on conflict (organization_id) do nothing`,
});

const MOVED = ['sequence', 'hash', 'throughXid', 'throughId', 'mac'] as const;

const HEAD = columns('AuditHead', 'audit_head', ['organizationId', ...MOVED]);
export type Head = RowOf<typeof HEAD>;

export const heads = statement({
  name: 'audit.heads',
  unscoped: 'audit_log_of_all_organizations',
  gives: HEAD,
  text: () => `select ${HEAD} from audit_head order by organization_id`,
});

export const lockHead = statement({
  name: 'audit.lock_head',
  unscoped: 'audit_log_of_all_organizations',
  takes: { organizationId: 'AuditHead.organizationId' },
  gives: HEAD,
  text: ({ p }) => `select ${HEAD} from audit_head where organization_id = ${p.organizationId} for update`,
});

export const moveHead = statement({
  name: 'audit.move_head',
  unscoped: 'audit_log_of_all_organizations',
  takes: { organizationId: 'AuditHead.organizationId', ...typesOf('AuditHead', MOVED) },
  text: ({ p }) => `
    update audit_head set ${assigned('AuditHead', sameNamed(p, MOVED))}
     where organization_id = ${p.organizationId}`,
});

/** The next rows of a chain, in transaction order. */
export const entriesToSeal = statement({
  name: 'audit.entries_to_seal',
  unscoped: 'audit_log_of_all_organizations',
  takes: {
    organizationId: 'text',
    fromXid: 'int8',
    throughXid: 'int8',
    throughId: 'text',
    belowXid: 'int8',
    limit: 'int8',
  },
  gives: SEALED_ENTRY,
  text: ({ p }) => `
    select ${SEALED_ENTRY_TEXT} from audit_log a
     where a.xid >= ${p.fromXid}::int8 and (a.xid, a.id) > (${p.throughXid}::int8, ${p.throughId}::text)
       and a.xid < ${p.belowXid}::int8 and ${CHAIN} = ${p.organizationId}::text
     order by a.xid, a.id limit ${p.limit}::int8`,
});

/** Rows of a chain that belong to no seal, whatever their transactions. */
export const entriesWithoutSeal = statement({
  name: 'audit.entries_without_seal',
  unscoped: 'audit_log_of_all_organizations',
  takes: { organizationId: 'text' },
  gives: SEALED_ENTRY,
  text: ({ p }) => `
    select ${SEALED_ENTRY_TEXT} from audit_log a
      left join (select unnest(entry_ids) as id from audit_seal where organization_id = ${p.organizationId}::text) sealed
        on sealed.id = a.id
     where ${CHAIN} = ${p.organizationId}::text and sealed.id is null
     order by a.id`,
});

/** Every column of a seal. */
export const SEAL_FIELDS = [
  'organizationId',
  'sequence',
  'previousHash',
  'hash',
  'entryIds',
  'entryHashes',
  'throughXid',
  'throughId',
  'isRestart',
  'sealedAt',
] as const;

export const insertSeal = statement({
  name: 'audit.insert_seal',
  unscoped: 'audit_log_of_all_organizations',
  takes: typesOf('AuditSeal', SEAL_FIELDS),
  text: ({ p }) => {
    const { into, values } = inserted('AuditSeal', sameNamed(p, SEAL_FIELDS));
    return `insert into ${into} values (${values})`;
  },
});
