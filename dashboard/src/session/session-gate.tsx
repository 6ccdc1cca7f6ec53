import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { Failed } from '../ui/states';
import { type Operator, onSessionEnd, RANKS, type Role, readSession } from './session';
import { SignIn } from './sign-in';

const OperatorContext = createContext<Operator | undefined>(undefined);

export function useOperator(): Operator {
  const operator = useContext(OperatorContext);
  if (operator === undefined) throw new Error('nobody is signed in here');
  return operator;
}

/** Whether to show an action at all; the server refuses it anyway. */
export function useMay(least: Role): boolean {
  return RANKS.indexOf(useOperator().role) >= RANKS.indexOf(least);
}

export const SESSION_KEY = ['session'] as const;

/** Shows the dashboard to whoever is signed in, and the ways in to everybody else. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const queries = useQueryClient();
  const {
    data: session,
    error,
    refetch,
  } = useQuery({ queryKey: SESSION_KEY, queryFn: readSession, staleTime: 60_000 });
  useEffect(
    () =>
      onSessionEnd(() => {
        void queries.invalidateQueries({ queryKey: SESSION_KEY });
      }),
    [queries],
  );
  if (error && session === undefined) return <Failed error={error} retry={() => void refetch()} />;
  if (session === undefined) return null;
  if (!session.signedIn) return <SignIn ways={session.ways} />;
  return <OperatorContext value={session.operator}>{children}</OperatorContext>;
}
