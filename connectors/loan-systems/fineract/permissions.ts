import type { HttpAnswer } from '../http/http-client.js';
import { verdictOf } from './failures.js';

/** By the first part of a path. */
const OF_PATH: Readonly<Record<string, string>> = {
  loans: 'READ_LOAN',
  clients: 'READ_CLIENT',
  client: 'READ_ADDRESS',
  groups: 'READ_GROUP',
};

/** A sentence for an operator, if Fineract refuses a read because its user lacks the permission. */
export function missingPermission(answer: HttpAnswer, [first = '']: readonly (string | number)[]): string | undefined {
  const verdict = verdictOf(answer);
  const isRefused = verdict.kind === 'misconfigured' && answer.status === 403;
  const permission = OF_PATH[first];
  return isRefused && permission !== undefined ? lacks(permission) : undefined;
}

/** A sentence for an operator. */
export function lacks(permission: string): string {
  return `the loan system’s user lacks the permission ${permission}`;
}
