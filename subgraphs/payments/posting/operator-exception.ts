import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Queries } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { inserted, LEFT_OUT, sql } from '../../../core/db/written.js';
import { newId } from '../../../core/ids.js';

export const EXCEPTION_KINDS = [
  'posted_after_failed',
  'reversed_after_refused',
  'autopay_charged_after_given_up',
  'autopay_posted_after_refund',
  'autopay_refund_refused',
] as const;

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** Once per kind and subject. */
const insertException = statement({
  name: 'operator_exception.insert',
  takes: {
    id: 'OperatorException.id',
    organizationId: 'OperatorException.organizationId',
    kind: 'OperatorException.kind',
    subjectId: 'OperatorException.subjectId',
    detail: 'OperatorException.detail',
  },
  text: ({ p, scope }) => {
    const { into, values } = inserted('OperatorException', {
      id: p.id,
      organizationId: sql('o.id'),
      kind: p.kind,
      subjectId: p.subjectId,
      detail: p.detail,
      createdAt: LEFT_OUT,
      resolvedAt: LEFT_OUT,
      resolvedBy: LEFT_OUT,
      resolution: LEFT_OUT,
    });
    return `
    insert into ${into} select ${values}
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, kind, subject_id) do nothing`;
  },
});

const EXCEPTIONS = systemPrincipal('operator-exceptions');

/** Puts before an operator what a machine must not decide by itself. */
export async function raiseException(
  queries: Queries,
  subject: { readonly id: string; readonly organizationId: string },
  kind: ExceptionKind,
  detail: Readonly<Record<string, string | number>>,
): Promise<void> {
  await queries.many(EXCEPTIONS, insertException, {
    id: newId(),
    organizationId: subject.organizationId,
    kind,
    subjectId: subject.id,
    detail: JSON.stringify(detail),
  });
}
