import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';

export interface OperatorExceptionRow {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly detail: object;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
  readonly resolution: string | null;
}

const COLUMNS = `x.id, x.organization_id as "organizationId", x.kind, x.subject_id as "subjectId", x.detail,
  x.created_at as "createdAt", x.resolved_at as "resolvedAt", x.resolved_by as "resolvedBy", x.resolution`;

type Filters = { isResolved: boolean | null; createdFrom: string; createdBefore: string };
type AfterId = { afterId: string };

const exceptionPage = statement<Filters & AfterId & { limit: number }, OperatorExceptionRow>({
  name: 'operator_exception.page',
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${COLUMNS} from operator_exception x
        where ${idRange('x', p.afterId)}
          and (${p.isResolved}::boolean is null or (x.resolved_at is not null) = ${p.isResolved})
          and x.created_at >= ${p.createdFrom}::timestamptz and x.created_at < ${p.createdBefore}::timestamptz`,
      order: newestIdFirst('x'),
      mergedOrder: 'id desc',
      limit: p.limit,
      scope,
    }),
});

/** Newest first. */
export const OPERATOR_EXCEPTIONS: ListDefinition<Filters, AfterId, OperatorExceptionRow> = {
  name: 'operator_exceptions',
  statement: exceptionPage,
  ...NEWEST_FIRST,
};

export const exceptionById = statement<{ id: string }, OperatorExceptionRow>({
  name: 'operator_exception.by_id',
  text: ({ p, scope }) => `
    select ${COLUMNS} from operator_exception x where x.id = ${p.id} and ${scope('x.organization_id')}`,
});

/** No row comes back when it is not there, or was resolved before: of two operators the first has done it. */
export const resolveException = statement<
  { id: string; resolvedBy: string; resolution: string; resolvedAt: string },
  OperatorExceptionRow
>({
  name: 'operator_exception.resolve',
  text: ({ p, scope }) => `
    update operator_exception x
       set resolved_at = ${p.resolvedAt}::timestamptz, resolved_by = ${p.resolvedBy}, resolution = ${p.resolution}
     where x.id = ${p.id} and x.resolved_at is null and ${scope('x.organization_id')}
    returning ${COLUMNS}`,
});

/** The account of what each exception is about: a payment, a reversal, or a run of autopay. */
export const accountsOfExceptions = statement<
  { ids: readonly string[] },
  { readonly id: string; readonly accountId: string | null }
>({
  name: 'operator_exception.accounts',
  text: ({ p, scope }) => `
    select x.id, coalesce(c.account_id, reversed.account_id, r.account_id) as "accountId"
      from operator_exception x
      left join collected_payment c on c.organization_id = x.organization_id and c.id = x.subject_id
      left join payment_reversal v on v.organization_id = x.organization_id and v.id = x.subject_id
      left join collected_payment reversed on reversed.organization_id = x.organization_id and reversed.id = v.payment_id
      left join autopay_run r on r.organization_id = x.organization_id and r.id = x.subject_id
     where x.id = any(${p.ids}::text[]) and ${scope('x.organization_id')}`,
});
