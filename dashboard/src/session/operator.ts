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

/** Whether to show an action at all; the server refuses it anyway. */
export function useHasRole(least: Role): boolean {
  return hasRole(useOperator().role, least);
}
