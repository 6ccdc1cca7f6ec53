import { derived } from '../../../../core/db/columns.js';
import { harmlessCell } from '../../../../core/db/csv-cell-sql.js';
import { type ParametersOf, type Statement, statement } from '../../../../core/db/statement.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { AUDIT_FILTERS, auditFilterSql } from './audit-entry.reads.store.js';

/** `subjects`: null without a filter by loan or person. `timeZone`: of acts that concern no single organization. */
const FILE = { ...AUDIT_FILTERS, subjects: 'text[]?', timeZone: 'text' } as const;

type Placeholders = Readonly<Record<keyof typeof FILE, string>>;

/** Every text may be a formula; an instant is in the lender’s time zone, which the next cell names. */
const CELLS = {
  When: ({ timeZone }: Placeholders) =>
    `to_char(audit_log.occurred_at at time zone coalesce(o.time_zone, ${timeZone}::text), 'YYYY-MM-DD HH24:MI:SS')`,
  'Time zone': ({ timeZone }: Placeholders) => `coalesce(o.time_zone, ${timeZone}::text)`,
  Actor: () => harmlessCell('audit_log.actor'),
  'Actor name': () => harmlessCell('audit_log.actor_name'),
  'Actor type': () => 'audit_log.actor_kind',
  Action: () => harmlessCell('audit_log.action'),
  Object: () => harmlessCell('audit_log.subject'),
  Lender: () => harmlessCell('o.display_name'),
  Before: () => harmlessCell('audit_log.before::text'),
  After: () => harmlessCell('audit_log.after::text'),
  'Request ID': () => harmlessCell('audit_log.request_id'),
  'Entry ID': () => 'audit_log.id',
};

const CSV = derived({
  ...{ When: 'text?', 'Time zone': 'text?', Actor: 'text?', 'Actor name': 'text?', 'Actor type': 'text?' },
  ...{ Action: 'text?', Object: 'text?', Lender: 'text?', Before: 'text?', After: 'text?' },
  ...{ 'Request ID': 'text?', 'Entry ID': 'text?' },
});

const fileText = (p: Placeholders, isWithin: string, lender: string) => `
    select ${Object.entries(CELLS)
      .map(([heading, sql]) => `(${sql(p)})::text as "${heading}"`)
      .join(', ')}
      from audit_log left join organization o on o.id = audit_log.organization_id and ${lender}
     where ${isWithin} and (${p.subjects}::text[] is null or audit_log.subject = any(${p.subjects}::text[]))
       and ${auditFilterSql(p)}
     order by audit_log.id desc`;

const wholeFile = statement({
  name: 'audit.csv',
  unscoped: 'administration_only',
  takes: FILE,
  gives: CSV,
  text: ({ p }) => fileText(p, 'true', 'true'),
});

const ownFile = statement({
  name: 'audit.own_csv',
  takes: FILE,
  gives: CSV,
  text: ({ p, scope }) => fileText(p, scope('audit_log.organization_id'), scope('o.id')),
});

/** The same entries as the list, in its order, as the cells of a CSV file. */
export function auditFileOf({ organizationIds }: Principal): Statement<ParametersOf<typeof FILE>, unknown> {
  return organizationIds === 'all' ? wholeFile : ownFile;
}
