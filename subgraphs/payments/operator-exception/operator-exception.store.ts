import { columns, derived, type RowOf } from '../../../core/db/columns.js';
import {
  idRange,
  type ListDefinition,
  mergedAcrossOrganizations,
  NEWEST_FIRST,
  newestIdFirst,
} from '../../../core/db/list.js';
import { rowOf, selected } from '../../../core/db/model-rows.js';
import type { ScopedModels } from '../../../core/db/prisma.js';
import { type ParametersOf, statement } from '../../../core/db/statement.js';

const EXCEPTION = columns('OperatorException', 'x', [
  'id',
  'organizationId',
  'kind',
  'subjectId',
  'detail',
  'createdAt',
  'resolvedAt',
  'resolvedBy',
  'resolution',
]).as<{ detail: object }>();
export type OperatorExceptionRow = RowOf<typeof EXCEPTION>;

const FILTERS = { isResolved: 'bool?', createdFrom: 'timestamptz', createdBefore: 'timestamptz' } as const;
type Filters = ParametersOf<typeof FILTERS>;
type AfterId = { afterId: string };

const exceptionPage = statement({
  name: 'operator_exception.page',
  takes: { ...FILTERS, afterId: 'OperatorException.id', limit: 'int8' },
  gives: EXCEPTION,
  text: ({ p, scope }) =>
    mergedAcrossOrganizations({
      rows: `select ${EXCEPTION} from operator_exception x
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

export async function exceptionById(
  { operatorException }: ScopedModels,
  id: string,
): Promise<OperatorExceptionRow | undefined> {
  const found = await operatorException.findFirst({ select: selected(EXCEPTION), where: { id } });
  return found === null ? undefined : rowOf(EXCEPTION, found);
}

interface Resolution {
  readonly resolvedAt: string;
  readonly resolvedBy: string;
  readonly resolution: string;
}

/** Undefined when it is not there, or was resolved before: of two operators the first has done it. */
export async function resolveException(
  { operatorException }: ScopedModels,
  id: string,
  resolution: Resolution,
): Promise<OperatorExceptionRow | undefined> {
  const [resolved] = await operatorException.updateManyAndReturn({
    select: selected(EXCEPTION),
    where: { id, resolvedAt: null },
    data: resolution,
  });
  return resolved === undefined ? undefined : rowOf(EXCEPTION, resolved);
}

const EXCEPTION_ID = columns('OperatorException', 'x', ['id']);

/** The account of what each exception is about: a payment, a reversal, or a run of autopay. */
export const accountsOfExceptions = statement({
  name: 'operator_exception.accounts',
  takes: { ids: 'OperatorException.id[]' },
  gives: [EXCEPTION_ID, derived({ accountId: 'text?' })],
  text: ({ p, scope }) => `
    select ${EXCEPTION_ID}, coalesce(c.account_id, reversed.account_id, r.account_id) as "accountId"
      from operator_exception x
      left join collected_payment c on c.organization_id = x.organization_id and c.id = x.subject_id
      left join payment_reversal v on v.organization_id = x.organization_id and v.id = x.subject_id
      left join collected_payment reversed on reversed.organization_id = x.organization_id and reversed.id = v.payment_id
       and ${scope('reversed.organization_id')}
      left join autopay_run r on r.organization_id = x.organization_id and r.id = x.subject_id
     where x.id = any(${p.ids}::text[]) and ${scope('x.organization_id')}`,
});
