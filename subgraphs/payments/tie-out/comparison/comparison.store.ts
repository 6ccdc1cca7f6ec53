import { isNotAdvancing } from '../../../../core/business-time/business-clock.js';
import { columns, derived, type RowOf, typesOf } from '../../../../core/db/columns.js';
import { inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../../../core/db/insert-sql.js';
import { statement } from '../../../../core/db/statement.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import type { Step } from './comparison-step-names.js';
import { BOOKS } from './side-names.js';

/**
 * Organizations that may have payments. While a test clock is being advanced, the days it passes are not closed yet.
 */
export const organizationsToCompare = statement({
  name: 'tie_out.organizations',
  gives: derived({ organizationId: 'Organization.id' }),
  text: ({ scope }) => `
    select o.id as "organizationId" from organization o
     where ${scope('o.id')} and exists (select from account a where a.organization_id = o.id) and ${isNotAdvancing('o.id')}`,
});

const OF_ORGANIZATION = { organizationId: 'Organization.id' } as const;
const SUBJECT = derived({ subject: 'text', kind: 'text' });

/** Loan systems that hold an account of the organization. */
export const systemsToCompare = statement({
  name: 'tie_out.systems',
  takes: OF_ORGANIZATION,
  gives: SUBJECT,
  text: ({ p, scope }) => `
    select system.code as subject, system.kind from account a
      join loan_system system on system.code = a.loan_system_code and system.is_active
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
     group by system.code, system.kind order by system.code`,
});

/** Card processors that hold a card of one of the organization's borrowers. */
export const processorsToCompare = statement({
  name: 'tie_out.processors',
  takes: OF_ORGANIZATION,
  gives: SUBJECT,
  text: ({ p, scope }) => `
    select 'processor:' || m.processor as subject, 'processor' as kind from payment_method m
     where m.organization_id = ${p.organizationId} and ${scope('m.organization_id')} and m.processor is not null
     group by m.processor order by m.processor`,
});

/** A row if the organization has loans in the ledger. */
export const booksToCompare = statement({
  name: 'tie_out.books',
  takes: OF_ORGANIZATION,
  gives: SUBJECT,
  text: ({ p, scope }) => `
    select '${BOOKS}' as subject, '${BOOKS}' as kind from ledger_loan l
     where l.organization_id = ${p.organizationId} and ${scope('l.organization_id')} limit 1`,
});

/** The last compared day of each side. */
export const latestComparisons = statement({
  name: 'tie_out.latest',
  takes: OF_ORGANIZATION,
  gives: derived({ subject: 'text', latest: 'date' }).as<{ latest: IsoDate }>(),
  text: ({ p, scope }) => `
    select l.subject, max(l.business_day) as latest from tie_out_look l
     where l.organization_id = ${p.organizationId} and ${scope('l.organization_id')} group by l.subject order by l.subject`,
});

/** One comparison per day and side. */
export const insertComparison = statement({
  name: 'tie_out.insert_look',
  takes: typesOf('TieOutComparison', ['id', 'organizationId', 'subject', 'businessDay', 'firstDay', 'step']),
  text: ({ p, scope }) => {
    const { into, values } = inserted('TieOutComparison', {
      ...sameNamed(p, ['id', 'organizationId', 'subject', 'businessDay', 'firstDay']),
      settledSince: sql(`coalesce((select max(l.began_at) from tie_out_look l
        where l.organization_id = ${p.organizationId}::text and l.subject = ${p.subject}::text
          and l.business_day < ${p.businessDay}::date), 'infinity')`),
      step: p.step,
      ...leftOut('place', 'pages', 'attempts', 'loansRead', 'loansUnread'),
      beganAt: sql('clock_timestamp()'),
      dueAt: sql('clock_timestamp()'),
      completedAt: LEFT_OUT,
    });
    return `
    insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}
    on conflict (organization_id, subject, business_day) do nothing`;
  },
});

const ROW = columns('TieOutComparison', 'l', [
  'id',
  'organizationId',
  'subject',
  'businessDay',
  'firstDay',
  'step',
  'place',
  'pages',
  'attempts',
  'loansRead',
  'loansUnread',
]).as<{ step: Step }>();
/** Whether its side had no comparison before it. */
const IS_FIRST = derived({ isFirst: 'bool' });
const LOOK = [ROW, IS_FIRST] as const;
const LIST = `${ROW}, l.settled_since = 'infinity' as "isFirst"`;
export type Comparison = RowOf<typeof ROW> & RowOf<typeof IS_FIRST>;

/** Days of one side are compared one after the other, because each comparison builds on what the previous one read. */
const OLDEST_OF_SIDE = `not exists (select from tie_out_look before where before.organization_id = l.organization_id
  and before.subject = l.subject and before.business_day < l.business_day and before.step <> 'done')`;

/** The oldest unfinished comparison of each side, if it is due. */
export const dueComparisons = statement({
  name: 'tie_out.due_looks',
  takes: { organizationId: 'TieOutComparison.organizationId' },
  gives: [...LOOK],
  text: ({ p, scope }) => `
    select ${LIST} from tie_out_look l
     where l.organization_id = ${p.organizationId} and ${scope('l.organization_id')} and l.step <> 'done'
       and ${OLDEST_OF_SIDE} and l.due_at <= clock_timestamp() order by l.business_day, l.subject`,
});

/** The comparison of a side to continue now: the oldest unfinished one, if it is due. */
export const nextComparison = statement({
  name: 'tie_out.next_look',
  takes: { organizationId: 'TieOutComparison.organizationId', subject: 'TieOutComparison.subject' },
  gives: [...LOOK],
  text: ({ p, scope }) => `
    select ${LIST} from tie_out_look l
     where l.organization_id = ${p.organizationId} and l.subject = ${p.subject} and ${scope('l.organization_id')}
       and l.step <> 'done' and ${OLDEST_OF_SIDE} and l.due_at <= clock_timestamp()`,
});

/** Makes postponed comparisons due: a person requests them now and has checked the side that did not answer. */
export const makeComparisonsDue = statement({
  name: 'tie_out.call_due',
  takes: { organizationId: 'TieOutComparison.organizationId' },
  text: ({ p, scope }) => `
    update tie_out_look l set due_at = now()
     where l.organization_id = ${p.organizationId} and ${scope('l.organization_id')} and l.step <> 'done'
       and l.due_at > now()`,
});

const OPEN_LOOK = columns('TieOutComparison', 'l', ['organizationId', 'subject', 'businessDay', 'attempts']);
export type OpenComparison = RowOf<typeof OPEN_LOOK>;

/** Days of sides whose comparison is unfinished. */
export const openComparisons = statement({
  name: 'tie_out.open_looks',
  gives: OPEN_LOOK,
  text: ({ scope }) => `
    select ${OPEN_LOOK} from tie_out_look l where l.step <> 'done' and ${scope('l.organization_id')}
     order by l.organization_id, l.subject, l.business_day`,
});

/** Waiting days of a side that have no result yet. */
export const comparisonsWithoutResult = statement({
  name: 'tie_out.untold_looks',
  takes: { organizationId: 'TieOutComparison.organizationId', subject: 'TieOutComparison.subject' },
  gives: [...LOOK],
  text: ({ p, scope }) => `
    select ${LIST} from tie_out_look l
     where l.organization_id = ${p.organizationId} and l.subject = ${p.subject} and ${scope('l.organization_id')}
       and l.step <> 'done' and not exists (select from tie_out_result r where r.organization_id = l.organization_id
         and r.business_day = l.business_day and r.subject = l.subject)
     order by l.business_day`,
});

/** No row: another worker has continued in between, and the page this one read is not written. */
export const advanceComparison = statement({
  name: 'tie_out.advance',
  takes: {
    organizationId: 'TieOutComparison.organizationId',
    id: 'TieOutComparison.id',
    pages: 'int4',
    step: 'text',
    place: 'text',
    loansRead: 'int4',
    loansUnread: 'int4',
    completedAt: 'TieOutComparison.completedAt',
  },
  gives: [...LOOK],
  text: ({ p, scope }) => `
    update tie_out_look l set step = ${p.step}, place = ${p.place}, pages = l.pages + 1, attempts = 0,
           completed_at = ${p.completedAt},
           loans_read = l.loans_read + ${p.loansRead}, loans_unread = l.loans_unread + ${p.loansUnread}
     where l.organization_id = ${p.organizationId} and l.id = ${p.id} and l.pages = ${p.pages}
       and ${scope('l.organization_id')}
    returning ${LIST}`,
});

/** The side did not answer: try later, and from the start of the step once the position may be out of date. */
export const postponeComparison = statement({
  name: 'tie_out.put_off',
  takes: {
    organizationId: 'TieOutComparison.organizationId',
    id: 'TieOutComparison.id',
    pages: 'int4',
    delayMs: 'float8',
    forgetsPlace: 'bool',
    loansRead: 'int4',
  },
  gives: [...LOOK],
  text: ({ p, scope }) => `
    update tie_out_look l set attempts = l.attempts + 1, pages = l.pages + 1,
           place = case when ${p.forgetsPlace} then '' else l.place end, loans_read = l.loans_read + ${p.loansRead},
           due_at = now() + make_interval(secs => ${p.delayMs}::float8 / 1000)
     where l.organization_id = ${p.organizationId} and l.id = ${p.id} and l.pages = ${p.pages}
       and ${scope('l.organization_id')}
    returning ${LIST}`,
});

const LEFT = { organizationId: 'TieOutComparison.organizationId', subjects: 'text[]' } as const;
const OF_GONE_SIDE = (p: { readonly [K in keyof typeof LEFT]: string }, scope: (column: string) => string) => `
  l.organization_id = ${p.organizationId} and ${scope('l.organization_id')} and l.subject <> all(${p.subjects}::text[])`;

/** Unfinished comparisons of sides other than those given; their days have no result yet. */
export const comparisonsOfRemovedSides = statement({
  name: 'tie_out.gone_looks',
  takes: LEFT,
  gives: [...LOOK],
  text: ({ p, scope }) => `
    select ${LIST} from tie_out_look l
     where ${OF_GONE_SIDE(p, scope)} and l.step <> 'done'
       and not exists (select from tie_out_result r where r.organization_id = l.organization_id
         and r.business_day = l.business_day and r.subject = l.subject)
     order by l.subject, l.business_day`,
});

export const deleteEntriesOfRemovedSides = statement({
  name: 'tie_out.delete_gone_entries',
  takes: LEFT,
  text: ({ p, scope }) => `
    delete from tie_out_entry e using tie_out_look l
     where ${OF_GONE_SIDE(p, scope)} and e.organization_id = l.organization_id and e.look_id = l.id`,
});

/** A side that comes back starts again from nothing. */
export const deleteComparisonsOfRemovedSides = statement({
  name: 'tie_out.delete_gone_looks',
  takes: LEFT,
  text: ({ p, scope }) => `delete from tie_out_look l where ${OF_GONE_SIDE(p, scope)}`,
});

/** Finished comparisons from long ago; the latest of each side stays, whatever its day. */
export const deleteOldComparisons = statement({
  name: 'tie_out.delete_old_looks',
  takes: { organizationId: 'TieOutComparison.organizationId', before: 'date' },
  text: ({ p, scope }) => `
    delete from tie_out_look l
     where l.organization_id = ${p.organizationId} and ${scope('l.organization_id')} and l.step = 'done'
       and l.business_day < ${p.before}::date and exists (select from tie_out_look later
         where later.organization_id = l.organization_id and later.subject = l.subject and later.business_day > l.business_day)`,
});
