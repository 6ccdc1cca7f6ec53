import type { ActorKind } from '../../../core/audit/record.js';
import { columns, type RowOf } from '../../../core/db/columns.js';
import { type ListDefinition, NEWEST_FIRST } from '../../../core/db/list.js';
import { type ParametersOf, statement } from '../../../core/db/statement.js';

const ENTRY = columns('AuditLog', 'audit_log', [
  'id',
  'actor',
  'actorKind',
  'actorName',
  'issuer',
  'requestId',
  'action',
  'subject',
  'organizationId',
  'before',
  'after',
  'occurredAt',
]).as<{ actorKind: ActorKind | null; before: object | null; after: object | null }>();
export type AuditEntryRow = RowOf<typeof ENTRY>;

/** Null lets everything pass. */
const FILTERS = {
  actor: 'text?',
  action: 'text?',
  subject: 'text?',
  organizationId: 'text?',
  createdFrom: 'timestamptz',
  createdBefore: 'timestamptz',
} as const;
type Filters = ParametersOf<typeof FILTERS>;
type AfterId = { afterId: string };

const auditPage = statement({
  name: 'audit.page',
  takes: { ...FILTERS, afterId: 'AuditLog.id', limit: 'int8' },
  gives: ENTRY,
  text: ({ p, scope }) => `
    select ${ENTRY} from audit_log
     where ${scope('organization_id')} and id < ${p.afterId}
       and occurred_at >= ${p.createdFrom}::timestamptz and occurred_at < ${p.createdBefore}::timestamptz
       and (${p.actor}::text is null or actor = ${p.actor})
       and (${p.action}::text is null or action = ${p.action})
       and (${p.subject}::text is null or subject = ${p.subject})
       and (${p.organizationId}::text is null or organization_id = ${p.organizationId})
     order by id desc limit ${p.limit}`,
});

/** What is about no organization is for who reaches all of them. Newest first: ids are ULIDs, so their order is the order of the acts. */
export const AUDIT_LOG: ListDefinition<Filters, AfterId, AuditEntryRow> = {
  name: 'audit_log',
  statement: auditPage,
  ...NEWEST_FIRST,
};
