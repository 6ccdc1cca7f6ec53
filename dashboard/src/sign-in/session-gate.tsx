import type { ReactNode } from 'react';
import { OperatorContext } from '../session/operator';
import { Failed } from '../ui/empty-failed-and-loading-states';
import { identityOf } from './end-session';
import { SignIn } from './sign-in';
import { useSession } from './use-session';

/** Shows the dashboard to a signed-in operator, and the sign-in page otherwise. Another operator gets new pages. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const { session, error, retry } = useSession();
  if (error && session === undefined) return <Failed error={error} retry={retry} />;
  if (session === undefined) return null;
  if (!session.signedIn) return <SignIn ways={session.ways} />;
  return (
    <OperatorContext key={identityOf(session)} value={session.operator}>
      {children}
    </OperatorContext>
  );
}
