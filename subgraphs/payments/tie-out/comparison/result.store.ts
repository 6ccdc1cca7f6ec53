import { columns, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { inserted, sameNamed } from '../../../../core/db/insert-sql.js';
import { mergedAcrossOrganizations } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';

/** Action name in the audit log. */
export const RESULT_WRITTEN = 'tie_out.result';

/** What a comparison found. A result's seal covers these values in this order, so they are never reordered. */
export const RESULT_FINDINGS = [
  'organizationId',
  'sequence',
  'subject',
  'businessDay',
  'firstDay',
  'completeness',
  'oursCount',
  'oursCents',
  'theirsCount',
  'theirsCents',
  'openCount',
  'loansRead',
  'loansUnread',
  'differenceCount',
] as const;
const FIELDS = [...RESULT_FINDINGS, 'lookedAt', 'previousHash', 'hash', 'mac'] as const;
const RESULT = [
  columns('TieOutResult', 'r', FIELDS),
  // The text as Postgres writes it, which is hashed.
  derived({ differences: 'text' }),
] as const;
const LIST = `${RESULT[0]}, r.differences::text as differences`;
export type ResultRow = RowOf<(typeof RESULT)[0]> & RowOf<(typeof RESULT)[1]>;

/**
 * Held by a transaction that writes an organization's result, until it is written: the next result is sealed over
 * it.
 */
export const lockResults = statement({
  name: 'tie_out.lock_results',
  unscoped: 'takes_a_lock',
  takes: { organizationId: 'text' },
  gives: derived({ locked: 'text' }),
  text: ({ p }) =>
    `select pg_advisory_xact_lock(hashtextextended('tie_out:' || ${p.organizationId}::text, 0))::text as locked`,
});

export const lastResult = statement({
  name: 'tie_out.last_result',
  takes: { organizationId: 'TieOutResult.organizationId' },
  gives: columns('TieOutResult', 'r', ['sequence', 'hash']),
  text: ({ p, scope }) => `
    select r.sequence, r.hash from tie_out_result r
     where r.organization_id = ${p.organizationId} and ${scope('r.organization_id')} order by r.sequence desc limit 1`,
});

/** The JSON as Postgres will store it: the hash must cover what is read back. */
export const asStored = statement({
  name: 'tie_out.as_stored',
  unscoped: 'reads_no_rows',
  takes: { differences: 'jsonb' },
  gives: derived({ differences: 'text' }),
  text: ({ p }) => `select ${p.differences}::jsonb::text as differences`,
});

export const insertResult = statement({
  name: 'tie_out.insert_result',
  takes: typesOf('TieOutResult', [...FIELDS, 'differences']),
  text: ({ p, scope }) => {
    const { into, values } = inserted('TieOutResult', sameNamed(p, [...FIELDS, 'differences']));
    return `insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}`;
  },
});

/** The latest result of each day and side, latest day first. */
export const resultsOfDays = statement({
  name: 'tie_out.results',
  takes: { from: 'date', to: 'date', subject: 'text?', limit: 'int8' },
  gives: [...RESULT],
  text: ({ p, scope, only }) =>
    mergedAcrossOrganizations({
      rows: `select ${LIST} from tie_out_result r
        where r.organization_id = organization.id and r.business_day between ${p.from}::date and ${p.to}::date
          and (${p.subject}::text is null or r.subject = ${p.subject})
          and not exists (select from tie_out_result later where later.organization_id = r.organization_id
            and later.business_day = r.business_day and later.subject = r.subject and later.sequence > r.sequence)`,
      order: 'r.business_day desc, r.sequence desc',
      mergedOrder: '"businessDay" desc, sequence desc',
      limit: p.limit,
      scope,
      only,
    }),
});

/** In order, for verification. */
export const resultsAfter = statement({
  name: 'tie_out.results_after',
  takes: { organizationId: 'TieOutResult.organizationId', sequence: 'int4', limit: 'int8' },
  gives: [...RESULT],
  text: ({ p, scope }) => `
    select ${LIST} from tie_out_result r
     where r.organization_id = ${p.organizationId} and r.sequence > ${p.sequence} and ${scope('r.organization_id')}
     order by r.sequence limit ${p.limit}`,
});

/** Every organization with results: if all its results are gone, the audit log still shows it. */
export const organizationsToVerify = statement({
  name: 'tie_out.organizations_to_verify',
  gives: derived({ organizationId: 'Organization.id' }),
  text: ({ scope }) => `select o.id as "organizationId" from organization o where ${scope('o.id')} order by o.id`,
});

/** Results according to the audit log, which is sealed too. */
export const auditedResults = statement({
  name: 'tie_out.audited_results',
  takes: { organizationId: 'Organization.id', afterId: 'AuditLog.id', limit: 'int8' },
  gives: derived({ id: 'text', sequence: 'int4', hash: 'text' }),
  text: ({ p, scope }) => `
    select a.id, (a.after->>'sequence')::int4 as sequence, a.after->>'hash' as hash from audit_log a
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')} and a.action = '${RESULT_WRITTEN}'
       and a.id > ${p.afterId} order by a.id limit ${p.limit}`,
});
