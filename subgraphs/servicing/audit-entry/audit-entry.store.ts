import type { ActorKind } from '../../../core/audit/record.js';
import { type ListDefinition, NEWEST_FIRST } from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface AuditEntryRow {
  readonly id: string;
  readonly actor: string;
  readonly actorKind: ActorKind | null;
  readonly actorName: string | null;
  readonly issuer: string | null;
  readonly requestId: string | null;
  readonly action: string;
  readonly subject: string;
  readonly before: object | null;
  readonly after: object | null;
  readonly occurredAt: string;
}

/** Null lets everything pass. */
type Filters = {
  actor: string | null;
  action: string | null;
  subject: string | null;
  createdFrom: string;
  createdBefore: string;
};
type AfterId = { afterId: string };

const auditPage = statement<Filters & AfterId & { limit: number }, AuditEntryRow>({
  name: 'audit.page',
  unscoped: 'administrative acts stand above organizations',
  text: ({ p }) => `
    select id, actor, actor_kind as "actorKind", actor_name as "actorName", issuer, request_id as "requestId", action, subject,
      before, after, occurred_at as "occurredAt" from audit_log
     where id < ${p.afterId}
       and occurred_at >= ${p.createdFrom}::timestamptz and occurred_at < ${p.createdBefore}::timestamptz
       and (${p.actor}::text is null or actor = ${p.actor})
       and (${p.action}::text is null or action = ${p.action})
       and (${p.subject}::text is null or subject = ${p.subject})
     order by id desc limit ${p.limit}`,
});

/** Newest first: ids are ULIDs, so their order is the order of the acts. */
export const AUDIT_LOG: ListDefinition<Filters, AfterId, AuditEntryRow> = {
  name: 'audit_log',
  statement: auditPage,
  ...NEWEST_FIRST,
};
