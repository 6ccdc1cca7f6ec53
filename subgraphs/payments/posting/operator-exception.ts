import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Queries } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { newId } from '../../../core/ids.js';

export const EXCEPTION_KINDS = [
  'posted_after_failed',
  'reversed_after_refused',
  'autopay_charged_after_given_up',
  'autopay_posted_after_refund',
  'autopay_refund_refused',
] as const;

export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

type NewException = { id: string; organizationId: string; kind: string; subjectId: string; detail: string };

/** Once per kind and subject. */
const insertException = statement<NewException, never>({
  name: 'operator_exception.insert',
  text: ({ p, scope }) => `
    insert into operator_exception (id, organization_id, kind, subject_id, detail)
    select ${p.id}::text, o.id, ${p.kind}::text, ${p.subjectId}::text, ${p.detail}::jsonb
      from organization o where o.id = ${p.organizationId} and ${scope('o.id')}
    on conflict (organization_id, kind, subject_id) do nothing`,
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
