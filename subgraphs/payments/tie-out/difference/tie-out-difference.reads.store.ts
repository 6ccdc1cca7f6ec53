import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import { CREATED, idRange, isCreatedThen, newestFirst, newestIdFirst } from '../../../../core/db/paged-lists.js';
import { statement } from '../../../../core/db/statement.js';
import { isWaiting } from '../../exceptions/exception-state-sql.js';
import { TIE_OUT } from '../comparison/side-names.js';
import type { DifferenceStatus } from './difference-status.js';

const DIFFERENCE = columns('TieOutDifference', 'd', [
  'id',
  'organizationId',
  'subject',
  'kind',
  'reference',
  'accountId',
  'ours',
  'theirs',
  'firstDay',
  'lastDay',
]).as<{ ours: object | null; theirs: object | null }>();
const STATUS = derived({
  status: 'text',
  /** Version of the facts as last found; another comparison changes the version. */
  factsVersion: 'text',
  isPayment: 'bool',
  /** The loan system's identifier of Tributary's posting; null: not known. */
  postingExternalId: 'text?',
}).as<{ status: DifferenceStatus }>();
export type TieOutDifferenceRow = RowOf<typeof DIFFERENCE> & RowOf<typeof STATUS>;

/** SQL: the status of a difference, derived from its exception. */
const statusOf = (exception: string, today: string) => `
  case when ${exception}.resolved_at is not null then case when ${exception}.resolved_by = '${TIE_OUT}' then 'gone' else 'accepted' end
    when ${isWaiting(exception, today)} then 'waiting' else 'open' end`;

/** SQL: a difference with its status, from `tie_out_difference d` and the tables that `BESIDE` joins. */
const shown = (today: string) => `${DIFFERENCE}, ${statusOf('x', today)} as status,
  md5(d.look_id || coalesce(d.ours::text, '') || '|' || coalesce(d.theirs::text, '')) as "factsVersion",
  c.id is not null as "isPayment", coalesce(c.posting_external_id, r.posting_external_id, y.posting_external_id) as "postingExternalId"`;
const BESIDE = `
          left join collected_payment c on c.organization_id = d.organization_id and c.id = d.reference
          left join autopay_run r on r.organization_id = d.organization_id and r.id = d.reference
          left join autopay_correction y on y.organization_id = d.organization_id and y.id = d.reference and y.kind = 'posting'`;

/** The latest found first. */
export const TIE_OUT_DIFFERENCES = newestFirst({
  name: 'tie_out_differences',
  page: 'tie_out_difference.page',
  across: 'lenders',
  filters: { kinds: 'text[]?', statuses: 'text[]?', subject: 'text?', day: 'date?', today: 'date', ...CREATED },
  gives: [DIFFERENCE, STATUS],
  rows: (p) => `select ${shown(p.today)} from tie_out_difference d
        join operator_exception x on x.organization_id = d.organization_id and x.id = d.id ${BESIDE}
      where ${idRange('d', p.afterId)}
        and (${p.kinds}::text[] is null or d.kind = any(${p.kinds}::text[]))
        and (${p.subject}::text is null or d.subject = ${p.subject})
        and (${p.day}::date is null or ${p.day}::date between d.first_day and d.last_day)
        and (${p.statuses}::text[] is null or ${statusOf('x', p.today)} = any(${p.statuses}::text[]))
        and ${isCreatedThen('x', p)}`,
  order: newestIdFirst('d'),
});

/** The exceptions among `ids` that are differences. */
export const differencesById = statement({
  name: 'tie_out_difference.by_ids',
  takes: { ids: 'TieOutDifference.id[]', today: 'date' },
  gives: [DIFFERENCE, STATUS],
  text: ({ p, scope }) => `
    select ${shown(p.today)} from tie_out_difference d
      join operator_exception x on x.organization_id = d.organization_id and x.id = d.id ${BESIDE}
     where d.id = any(${p.ids}::text[]) and ${scope('d.organization_id')}`,
});
