import type { ActorKind } from '../../../../core/audit/record.js';
import { columns, type RowOf } from '../../../../core/db/columns.js';
import { containsFolded } from '../../../../core/db/folded-text-sql.js';
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
export const AUDIT_FILTERS = {
  actor: 'text?',
  action: 'text?',
  subject: 'text?',
  text: 'text?',
  createdFrom: 'timestamptz',
  createdBefore: 'timestamptz',
} as const;
type Filters = ParametersOf<typeof AUDIT_FILTERS>;
export type IdBounds = ParametersOf<typeof BOUNDS>;

/** With the subjects of one loan or person. */
const OF_SUBJECTS = { ...AUDIT_FILTERS, subjects: 'text[]' } as const;

/**
 * Ids are in the order of time, so ids bound a page by its dates: `occurred_at` has no index. They are wider than the
 * dates, which decide.
 */
const BOUNDS = { leastId: 'text', mostId: 'text' } as const;

const PAGE = { ...AUDIT_FILTERS, ...BOUNDS, afterId: 'AuditLog.id', limit: 'int8' } as const;

/** Names and kinds, in words: `api_key.revoke` is found by `key`. */
const WORDS = `concat_ws(' ', audit_log.actor_name, audit_log.actor, audit_log.action, audit_log.subject)`;

type Placeholders = Readonly<Record<keyof typeof AUDIT_FILTERS, string>>;

export const auditFilterSql = (p: Placeholders) => `
  audit_log.occurred_at >= ${p.createdFrom}::timestamptz and audit_log.occurred_at < ${p.createdBefore}::timestamptz
       and (${p.actor}::text is null or audit_log.actor = ${p.actor})
       and (${p.action}::text is null or audit_log.action = ${p.action})
       and (${p.subject}::text is null or audit_log.subject = ${p.subject})
       and (${p.text}::text is null or ${containsFolded(WORDS, p.text)})`;

const pageText = (p: Placeholders & Readonly<Record<'afterId' | 'limit', string>>, isWithin: string) => `
    select ${ENTRY} from audit_log
     where ${isWithin} and id < ${p.afterId} and ${auditFilterSql(p)}
     order by id desc limit ${p.limit}`;

const isBetween = (p: Readonly<Record<keyof typeof BOUNDS, string>>) =>
  `id < ${p.mostId}::text and id >= ${p.leastId}::text`;

const wholePage = statement({
  name: 'audit.page',
  unscoped: 'administration_only',
  takes: PAGE,
  gives: ENTRY,
  text: ({ p }) => pageText(p, isBetween(p)),
});

const ownPage = statement({
  name: 'audit.own_page',
  takes: PAGE,
  gives: ENTRY,
  text: ({ p, scope }) => pageText(p, `${scope('organization_id')} and ${isBetween(p)}`),
});

const pageOfSubjects = { ...OF_SUBJECTS, afterId: PAGE.afterId, limit: PAGE.limit } as const;

/** Along the index by subject: an object has few entries among very many. */
const wholePageOfSubjects = statement({
  name: 'audit.page_of_subjects',
  unscoped: 'administration_only',
  takes: pageOfSubjects,
  gives: ENTRY,
  text: ({ p }) => pageText(p, `subject = any(${p.subjects}::text[])`),
});

const ownPageOfSubjects = statement({
  name: 'audit.own_page_of_subjects',
  takes: pageOfSubjects,
  gives: ENTRY,
  text: ({ p, scope }) => pageText(p, `${scope('organization_id')} and subject = any(${p.subjects}::text[])`),
});

type AuditList = ListDefinition<Filters & IdBounds, AfterId, AuditEntryRow>;
type AuditListOfSubjects = ListDefinition<ParametersOf<typeof OF_SUBJECTS>, AfterId, AuditEntryRow>;

/**
 * Acts on the organizations that the caller may see; acts that concern no organization are for callers who may see all.
 * Newest first: ids are ULIDs, so their order is the order of the acts.
 */
export function auditLogOf({ organizationIds }: Principal): AuditList {
  return { name: 'audit_log', statement: organizationIds === 'all' ? wholePage : ownPage, ...NEWEST_FIRST };
}

/** The same, of these subjects only. */
export function auditLogOfSubjects({ organizationIds }: Principal): AuditListOfSubjects {
  const statement = organizationIds === 'all' ? wholePageOfSubjects : ownPageOfSubjects;
  return { name: 'audit_log_of_subjects', statement, ...NEWEST_FIRST };
}
