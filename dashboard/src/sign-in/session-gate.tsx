import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { OperatorContext } from '../session/operator';
import { onSessionEnd, readSession, SESSION_KEY } from '../session/session';
import { Failed } from '../ui/empty-failed-and-loading-states';
import { SignIn } from './sign-in';

/** Shows the dashboard to a signed-in operator, and the sign-in page otherwise. */
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
