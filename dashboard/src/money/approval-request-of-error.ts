import { GraphProblem } from '../graph/problem';

/** The approval request that the server made of an act; undefined for any other error. */
export function approvalRequestOf(error: unknown): string | undefined {
  if (!(error instanceof GraphProblem) || error.code !== 'second_person_required') return undefined;
  const { approval_request_id: id } = error.fields;
  return typeof id === 'string' ? id : undefined;
}
