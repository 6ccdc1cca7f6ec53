import { GraphProblem } from '../graph/problem';

/** With `idempotency_conflict`: the earlier request with the same key became an approval request that is not decided. */
const CODES: readonly string[] = ['second_person_required', 'idempotency_conflict'];

/** The approval request that the server made of an act; undefined for any other error. */
export function approvalRequestOf(error: unknown): string | undefined {
  if (!(error instanceof GraphProblem) || !CODES.includes(error.code)) return undefined;
  const { approval_request_id: id } = error.fields;
  return typeof id === 'string' ? id : undefined;
}
