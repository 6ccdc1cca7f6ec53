import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';

const BEFORE = { afterId: 'AuditLog.id', leastId: 'text', mostId: 'text', entries: 'int8' } as const;
const OLDEST = derived({ id: 'text?' });

const inRange = (p: Readonly<Record<keyof typeof BEFORE, string>>) =>
  `id < ${p.afterId} and id < ${p.mostId}::text and id >= ${p.leastId}::text order by id desc offset ${p.entries} - 1 limit 1`;

const wholeWindow = statement({
  name: 'audit.search_window',
  unscoped: 'administration_only',
  takes: BEFORE,
  gives: OLDEST,
  text: ({ p }) => `select max(id) as id from (select id from audit_log where ${inRange(p)}) oldest`,
});

/** `entries` in each organization. */
const ownWindow = statement({
  name: 'audit.own_search_window',
  takes: BEFORE,
  gives: OLDEST,
  text: ({ p, scope }) => `
    select max(oldest.id) as id from organization cross join lateral (
      select id from audit_log where organization_id = organization.id and ${inRange(p)}) oldest
     where ${scope('organization.id')}`,
});

/**
 * The id of the oldest entry that one request searches: no index has words, so it goes back by a number of entries. Null:
 * fewer are left.
 */
export function auditSearchWindow({ organizationIds }: Principal): typeof wholeWindow {
  return organizationIds === 'all' ? wholeWindow : ownWindow;
}
