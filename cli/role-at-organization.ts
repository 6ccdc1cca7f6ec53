import { InvalidArgumentError } from 'commander';
import { OPERATOR_ROLES, ROLE_NAMES, type RoleName, roleNamed } from '../core/principal/roles.js';

/** Collects `ORGANIZATION=ROLE`, once per organization. */
export function roleAt(text: string, before: readonly (readonly [string, RoleName])[] = []) {
  const [organizationId = '', name, ...more] = text.split('=');
  const role = ROLE_NAMES.find((each) => each === name);
  if (organizationId === '' || role === undefined || more.length > 0) {
    throw new InvalidArgumentError(`Write it as ORGANIZATION=ROLE; roles are ${OPERATOR_ROLES.join(', ')}.`);
  }
  return [...before, [organizationId, roleNamed(role)] as const];
}
