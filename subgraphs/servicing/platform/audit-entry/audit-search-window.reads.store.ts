import { derived } from '../../../../core/db/columns.js';
import { statement } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';

const BEFORE = { afterId: 'AuditLog.id', leastId: 'text', mostId: 'text', entries: 'int8' } as const;
const OLDEST = derived({ id: 'AuditLog.id' });

const inRange = (p: Readonly<Record<keyof typeof BEFORE, string>>) =>
  `id < ${p.afterId} and id < ${p.mostId}::text and id >= ${p.leastId}::text order by id desc offset ${p.entries}::int8 - 1 limit 1`;

const wholeWindow = statement({
  name: 'audit.search_window',
  unscoped: 'administration_only',
  takes: BEFORE,
  gives: OLDEST,
  text: ({ p }) => `select id from audit_log where ${inRange(p)}`,
});

/** `entries` in each organization. */
const ownWindow = statement({
  name: 'audit.own_search_window',
  takes: BEFORE,
  gives: OLDEST,
  text: ({ p, scope }) => `
    select oldest.id from organization cross join lateral (
      select id from audit_log where organization_id = organization.id and ${inRange(p)}) oldest
     where ${scope('organization.id')} order by oldest.id desc limit 1`,
});

/**
 * The id of the oldest entry that one request searches: no index has words, so it goes back by a number of entries. No row:
 * fewer are left.
 */
export function auditSearchWindow({ organizationIds }: Principal): typeof wholeWindow {
  return organizationIds === 'all' ? wholeWindow : ownWindow;
}
