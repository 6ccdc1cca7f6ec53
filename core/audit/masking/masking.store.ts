import { columns, derived, type RowOf, typesOf } from '../../db/columns.js';
import { inserted, sameNamed } from '../../db/insert-sql.js';
import { statement } from '../../db/statement.js';
import { SEALED_ENTRY, SEALED_ENTRY_TEXT } from '../sealing/hashes.js';

/** Entries in the order of their ids, after a given one. */
export const entriesAfter = statement({
  name: 'audit.entries_after',
  unscoped: 'audit_log_of_all_organizations',
  takes: { afterId: 'AuditLog.id', limit: 'int8' },
  gives: SEALED_ENTRY,
  text: ({ p }) => `
    select ${SEALED_ENTRY_TEXT} from audit_log a where a.id > ${p.afterId}::text order by a.id limit ${p.limit}::int8`,
});

export const lockEntry = statement({
  name: 'audit.lock_entry',
  unscoped: 'audit_log_of_all_organizations',
  takes: { id: 'AuditLog.id' },
  gives: SEALED_ENTRY,
  text: ({ p }) => `select ${SEALED_ENTRY_TEXT} from audit_log a where a.id = ${p.id}::text for update`,
});

/** The JSON text as Postgres writes it. */
export const writtenJson = statement({
  name: 'audit.written_json',
  unscoped: 'reads_no_rows',
  takes: { before: 'AuditLog.before', after: 'AuditLog.after' },
  gives: derived({ beforeText: 'text?', afterText: 'text?' }),
  text: ({ p }) => `select ${p.before}::jsonb::text as "beforeText", ${p.after}::jsonb::text as "afterText"`,
});

/** Only the owner of the tables may run it. */
export const maskEntry = statement({
  name: 'audit.mask_entry',
  unscoped: 'audit_log_of_all_organizations',
  takes: {
    ...typesOf('AuditLog', ['id', 'actor', 'actorName', 'issuer', 'requestId', 'subject', 'before', 'after']),
  },
  gives: SEALED_ENTRY,
  text: ({ p }) => `
    with a as (
      update audit_log
       set actor = ${p.actor}::text, actor_name = ${p.actorName}::text, issuer = ${p.issuer}::text,
           request_id = ${p.requestId}::text, subject = ${p.subject}::text, before = ${p.before}::jsonb, after = ${p.after}::jsonb
       where id = ${p.id}::text
      returning id, organization_id, actor, actor_kind, actor_name, issuer, request_id, action, subject, occurred_at, xid, before, after
    )
    select ${SEALED_ENTRY_TEXT} from a`,
});

const FIELDS = ['entryId', 'previousHash', 'hash', 'organizationId', 'maskedAt', 'mac'] as const;
const MASKING = columns('AuditMasking', 'audit_masking', FIELDS);
export type Masking = RowOf<typeof MASKING>;

/** A masking of the same entry in the same state (after a restore, for example) replaces the earlier one. */
export const insertMasking = statement({
  name: 'audit.insert_masking',
  unscoped: 'audit_log_of_all_organizations',
  takes: typesOf('AuditMasking', FIELDS),
  text: ({ p }) => {
    const { into, values } = inserted('AuditMasking', sameNamed(p, FIELDS));
    return `insert into ${into} values (${values})
      on conflict (entry_id, previous_hash) do update set hash = excluded.hash, masked_at = excluded.masked_at, mac = excluded.mac`;
  },
});

export const maskingsOf = statement({
  name: 'audit.maskings_of',
  unscoped: 'audit_log_of_all_organizations',
  takes: { entryIds: 'text[]' },
  gives: MASKING,
  text: ({ p }) => `select ${MASKING} from audit_masking where entry_id = any(${p.entryIds}::text[])`,
});

export const maskingsAfter = statement({
  name: 'audit.maskings_after',
  unscoped: 'audit_log_of_all_organizations',
  takes: { entryId: 'text', previousHash: 'text', limit: 'int8' },
  gives: MASKING,
  text: ({ p }) => `
    select ${MASKING} from audit_masking where (entry_id, previous_hash) > (${p.entryId}::text, ${p.previousHash}::text)
     order by entry_id, previous_hash limit ${p.limit}::int8`,
});

/** Computes a new MAC for a masking, unless another process already has. */
export const renewMasking = statement({
  name: 'audit.renew_masking',
  unscoped: 'audit_log_of_all_organizations',
  takes: {
    entryId: 'AuditMasking.entryId',
    previousHash: 'AuditMasking.previousHash',
    was: 'AuditMasking.mac',
    mac: 'AuditMasking.mac',
  },
  text: ({ p }) => `
    update audit_masking set mac = ${p.mac}::text
     where entry_id = ${p.entryId}::text and previous_hash = ${p.previousHash}::text and mac = ${p.was}::text`,
});
