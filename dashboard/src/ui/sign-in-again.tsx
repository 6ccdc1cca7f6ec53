import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useOperator } from '../session/operator';
import { csrfToken, enterDemo, SESSION_KEY, type Session } from '../session/session';
import { Problem } from './action-problem-alert';
import { Button } from './button';

const WINDOW = 'popup,width=520,height=720';
const ADDRESS = `/session/oidc?again=1&return_to=${encodeURIComponent('/signed-in')}`;

/**
 * Leads through a sign-in in a window of its own, so that the page and what was typed stay. `onDone` is called once the
 * same operator has signed in; another operator gets new pages.
 */
export function SignInAgain({ onDone }: { readonly onDone: () => void }) {
  const queries = useQueryClient();
  const { way, role, organizationIds } = useOperator();
  const [problem, setProblem] = useState<string>();
  useNewSignIn(onDone);
  const signIn = async () => {
    setProblem(undefined);
    if (way === 'oidc') {
      if (window.open(ADDRESS, 'tributary-sign-in', WINDOW) === null)
        setProblem('The browser did not open a window for the sign-in. Allow windows for this page, then try again.');
    } else if (await enterDemo(role, organizationIds?.[0])) {
      await queries.invalidateQueries({ queryKey: SESSION_KEY });
    } else setProblem('The sign-in did not succeed. Please try again.');
  };
  return (
    <div className="stack" role="alert">
      <p>For this change, your sign-in must be at most 10 minutes old. Sign in again to make the change.</p>
      <p>
        <Button look="primary" onPress={() => void signIn()}>
          Sign in again
        </Button>
      </p>
      <Problem>{problem}</Problem>
    </div>
  );
}

/** Calls `onDone` once the page has the session of another sign-in. */
function useNewSignIn(onDone: () => void): void {
  // Read by the session gate; here it is only watched.
  const { data } = useQuery<Session>({ queryKey: SESSION_KEY, queryFn: () => Promise.reject(), enabled: false });
  const current = data?.signedIn === true ? data.csrfToken : undefined;
  const [first] = useState(csrfToken);
  const isDone = useRef(false);
  useEffect(() => {
    if (current === undefined || current === first || isDone.current) return;
    isDone.current = true;
    onDone();
  }, [current, first, onDone]);
}
