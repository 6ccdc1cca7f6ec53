import { createContext, useContext } from 'react';
import type { Role } from '../generated/contract-lists';
import { hasRole, type Operator } from './session';

/** Set by the session gate: inside it an operator is signed in. */
export const OperatorContext = createContext<Operator | undefined>(undefined);

export function useOperator(): Operator {
  const operator = useContext(OperatorContext);
  if (operator === undefined) throw new Error('no operator is signed in');
  return operator;
}

/** Whether to show an action on an object of this lender at all; the server refuses it anyway. */
export function useHasRoleAt(least: Role): (organizationId: string) => boolean {
  const { role, roles } = useOperator();
  return (organizationId) => hasRole(roles?.[organizationId] ?? role, least);
}

/** The same, where an action is for no lender in particular: whether the role suffices at any of them. */
export function useHasRole(least: Role): boolean {
  const { role, roles } = useOperator();
  return [role, ...Object.values(roles ?? {})].some((each) => hasRole(each, least));
}
