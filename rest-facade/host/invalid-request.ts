import { invalid, Problem } from '../../core/errors/problem.js';
import type { ValidationIssue } from '../../core/errors/validation.js';
import type { OperationRoute } from '../route.js';

/** Area B reports invalid dates as 400 `invalid_date_range` if there is no other problem; all other APIs report 422. */
export function invalidRequest({ area }: OperationRoute, issues: readonly ValidationIssue[]): Problem {
  const onlyDates = issues.every(
    ({ loc: [part, name], type }) => part === 'query' && (name === 'from' || name === 'to') && type !== 'string_type',
  );
  return area === 'unversioned' && onlyDates ? new Problem('invalid_date_range') : invalid(issues);
}
