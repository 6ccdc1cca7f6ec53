import type { ActorKind } from '../../../../core/audit/record.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import { type AfterId, type ListDefinition, NEWEST_FIRST } from '../../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';

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

/** A null filter matches everything. */
const FILTERS = {
  actor: 'text?',
  action: 'text?',
  subject: 'text?',
  createdFrom: 'timestamptz',
  createdBefore: 'timestamptz',
} as const;
type Filters = ParametersOf<typeof FILTERS>;

const PAGE = { ...FILTERS, afterId: 'AuditLog.id', limit: 'int8' } as const;

const pageText = (p: Readonly<Record<keyof typeof PAGE, string>>, isWithin: string) => `
    select ${ENTRY} from audit_log
     where ${isWithin} and id < ${p.afterId}
       and occurred_at >= ${p.createdFrom}::timestamptz and occurred_at < ${p.createdBefore}::timestamptz
       and (${p.actor}::text is null or actor = ${p.actor})
       and (${p.action}::text is null or action = ${p.action})
       and (${p.subject}::text is null or subject = ${p.subject})
     order by id desc limit ${p.limit}`;

const wholePage = statement({
  name: 'audit.page',
  unscoped: 'administration_only',
  takes: PAGE,
  gives: ENTRY,
  text: ({ p }) => pageText(p, 'true'),
});

const ownPage = statement({
  name: 'audit.own_page',
  takes: PAGE,
  gives: ENTRY,
  text: ({ p, scope }) => pageText(p, scope('organization_id')),
});

type AuditList = ListDefinition<Filters, AfterId, AuditEntryRow>;

/**
 * Acts on the organizations that the caller may see; acts that concern no organization are for callers who may see all.
 * Newest first: ids are ULIDs, so their order is the order of the acts.
 */
export function auditLogOf({ organizationIds }: Principal): AuditList {
  return { name: 'audit_log', statement: organizationIds === 'all' ? wholePage : ownPage, ...NEWEST_FIRST };
}
