import { columns, derived } from '../../../../core/db/columns.js';
import { sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import {
  closeExceptionsSql,
  reopenExceptionsSql,
} from '../../../../core/exceptions/operator-exception-close-and-reopen-sql.js';
import {
  insertExceptionsSql,
  updateFactsOnConflict,
} from '../../../../core/exceptions/operator-exception-insert-sql.js';
import { EXCEPTION_PREFIX, TIE_OUT } from './side-names.js';

const LOOK = { organizationId: 'TieOutComparison.organizationId', id: 'TieOutComparison.id' } as const;

const GIVEN = {
  ...LOOK,
  ids: 'text[]',
  kinds: 'text[]',
  references: 'text[]',
  accounts: 'text?[]',
  ours: 'text?[]',
  theirs: 'text?[]',
} as const;

const given = (p: { readonly [K in keyof typeof GIVEN]: string }) => `
  unnest(${p.ids}::text[], ${p.kinds}::text[], ${p.references}::text[], ${p.accounts}::text[], ${p.ours}::text[],
    ${p.theirs}::text[]) as given (id, kind, reference, account_id, ours, theirs)`;

/** The subject of a difference's exception: unique per side and reference. */
const SUBJECT = `l.subject || ':' || given.reference`;

/**
 * Differences that were closed and are found again: they start again on this day. One closed by a comparison is
 * opened again; one that an operator has accepted, only if its facts have changed.
 */
export const reopenDifferences = statement({
  name: 'tie_out.reopen',
  takes: GIVEN,
  text: ({ p, scope }) => `
    with again as (
      ${reopenExceptionsSql({
        from: `tie_out_look l, ${given(p)}, tie_out_difference d`,
        where: `l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}
       and d.organization_id = ${p.organizationId} and d.subject = l.subject and d.kind = given.kind and d.reference = given.reference
       and x.organization_id = ${p.organizationId} and x.id = d.id
       and (x.resolved_by = '${TIE_OUT}' or d.ours is distinct from given.ours::jsonb or d.theirs is distinct from given.theirs::jsonb)`,
      })}
      returning x.id)
    update tie_out_difference d set first_day = l.business_day
      from tie_out_look l, again
     where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}
       and d.organization_id = ${p.organizationId} and d.id = again.id`,
});

/** An operator postpones a difference with these facts: if they change, it is shown again at once. */
export const insertExceptions = statement({
  name: 'tie_out.insert_exceptions',
  takes: GIVEN,
  text: ({ p, scope }) =>
    insertExceptionsSql(
      {
        id: sql('given.id'),
        organizationId: sql('l.organization_id'),
        kind: sql(`'${EXCEPTION_PREFIX}' || given.kind`),
        subjectId: sql(SUBJECT),
        detail:
          sql(`jsonb_build_object('business_day', l.business_day, 'ours', given.ours::jsonb, 'theirs', given.theirs::jsonb,
             'account_id', given.account_id)`),
      },
      `tie_out_look l cross join ${given(p)}
     where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}`,
      updateFactsOnConflict(`x.detail->'ours' is distinct from excluded.detail->'ours'
        or x.detail->'theirs' is distinct from excluded.detail->'theirs'`),
    ),
});

export const writeDifferences = statement({
  name: 'tie_out.write_differences',
  takes: GIVEN,
  text: ({ p, scope }) => `
    insert into tie_out_difference (id, organization_id, subject, kind, reference, account_id, ours, theirs, first_day, last_day, look_id)
    select x.id, l.organization_id, l.subject, given.kind, given.reference, given.account_id, given.ours::jsonb,
           given.theirs::jsonb, l.business_day, l.business_day, l.id
      from tie_out_look l cross join ${given(p)}
      join operator_exception x on x.organization_id = ${p.organizationId} and x.kind = '${EXCEPTION_PREFIX}' || given.kind
       and x.subject_id = ${SUBJECT}
     where l.organization_id = ${p.organizationId} and l.id = ${p.id} and ${scope('l.organization_id')}
    on conflict (organization_id, subject, kind, reference) do update
       set ours = excluded.ours, theirs = excluded.theirs, look_id = excluded.look_id,
           last_day = greatest(tie_out_difference.last_day, excluded.last_day)`,
});

/** Closes what was compared and not found again. Nothing is closed on a loan that could not be read. */
export const resolvedDifferences = statement({
  name: 'tie_out.gone',
  takes: { ...LOOK, subject: 'TieOutComparison.subject' },
  gives: columns('TieOutDifference', 'd', ['id']),
  text: ({ p, scope }) => `
    select d.id from tie_out_difference d
      join operator_exception x on x.organization_id = ${p.organizationId} and x.id = d.id and x.resolved_at is null
      left join tie_out_loan n on n.organization_id = ${p.organizationId} and n.loan_system_code = d.subject
       and n.external_id = coalesce(d.theirs->>'loan', d.ours->>'loan') and n.look_id = ${p.id} and not n.is_read
     where d.organization_id = ${p.organizationId} and ${scope('d.organization_id')} and d.subject = ${p.subject}
       and d.look_id <> ${p.id} and n.external_id is null
     order by d.id`,
});

export const closeDifferences = statement({
  name: 'tie_out.close',
  takes: {
    organizationId: LOOK.organizationId,
    ids: 'text[]',
    resolution: 'text',
    resolvedAt: 'timestamptz',
  },
  text: ({ p, scope }) =>
    closeExceptionsSql(
      {
        resolvedAt: p.resolvedAt,
        resolvedBy: sql(`'${TIE_OUT}'`),
        resolution: sql(`coalesce(x.resolution, ${p.resolution})`),
      },
      {
        where: `x.organization_id = ${p.organizationId} and x.id = any(${p.ids}::text[]) and ${scope('x.organization_id')}`,
      },
    ),
});

const FOUND = derived({ kind: 'text', reference: 'text', ours: 'json?', theirs: 'json?' });

/** The first differences of a comparison, for its result; all of them are counted. */
export const differencesOfComparison = statement({
  name: 'tie_out.differences_of_look',
  takes: { ...LOOK, limit: 'int8' },
  gives: [FOUND, derived({ total: 'int8' })],
  text: ({ p, scope }) => `
    select d.kind, d.reference, d.ours::json as ours, d.theirs::json as theirs, count(*) over () as total
      from tie_out_difference d
     where d.organization_id = ${p.organizationId} and d.look_id = ${p.id} and ${scope('d.organization_id')}
     order by d.kind, d.reference limit ${p.limit}`,
});

/** Open differences of a side: they are compared again, whatever their day. */
export const openDifferences = statement({
  name: 'tie_out.open_differences',
  takes: { organizationId: 'TieOutComparison.organizationId', subject: 'TieOutComparison.subject' },
  gives: derived({ kind: 'text', reference: 'text' }),
  text: ({ p, scope }) => `
    select d.kind, d.reference from tie_out_difference d
      join operator_exception x on x.organization_id = ${p.organizationId} and x.id = d.id and x.resolved_at is null
     where d.organization_id = ${p.organizationId} and d.subject = ${p.subject} and ${scope('d.organization_id')}
     order by d.kind, d.reference`,
});
