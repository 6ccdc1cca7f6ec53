import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enterDemo, type Role, SESSION_KEY, type SignInWay } from '../session/session';
import { Button } from '../ui/button';
import { pendingWhile } from '../ui/pending';
import { Problem } from '../ui/problem';

const PROBLEMS: Readonly<Record<string, string>> = {
  expired: 'This sign-in took too long, or was begun in another browser. Please begin again.',
  refused: 'Your identity provider did not let you in.',
  not_genuine:
    'What your identity provider answered could not be verified. Please begin again; if it stays so, tell an administrator.',
  issuer_unavailable: 'Your identity provider cannot be reached. Please try again in a moment.',
  signed_out_here_only:
    'You are signed out here. Your identity provider could not be reached, so you may still be signed in there.',
  no_role: 'You are known, but have no role here. Ask an administrator for viewer, operator or admin.',
  no_organization: 'You are known, but no lender has been given to you. Ask an administrator.',
};

/** The ways in; a page that was asked for is shown afterwards. */
export function SignIn({ ways }: { readonly ways: readonly SignInWay[] }) {
  const problem = new URLSearchParams(location.search).get('problem');
  const wanted = location.pathname === '/sign-in' ? '/' : location.pathname + location.search;
  return (
    <div className="sign-in">
      <main className="card">
        <h1>Tributary</h1>
        {problem !== null && <p role="alert">{PROBLEMS[problem] ?? 'Signing in did not succeed. Please try again.'}</p>}
        {ways.length === 0 && (
          <p>
            Nobody can sign in here yet: set <code>OIDC_ISSUER</code>, <code>OIDC_AUDIENCE</code> and{' '}
            <code>OIDC_CLIENT_ID</code>.
          </p>
        )}
        <div className="ways">
          {ways.includes('oidc') && (
            <a className="button primary" href={`/session/oidc?return_to=${encodeURIComponent(wanted)}`}>
              Sign in
            </a>
          )}
          {ways.includes('demo') && <DemoWays />}
        </div>
      </main>
    </div>
  );
}

function DemoWays() {
  const queries = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  const enter = async (role: Role) => {
    const isIn = await pendingWhile(enterDemo(role));
    setRefused(!isIn);
    if (isIn) await queries.invalidateQueries({ queryKey: SESSION_KEY });
  };
  return (
    <>
      <p className="quiet">This is demo data on your own machine. Nothing leaves it.</p>
      <Button look="primary" onPress={() => void enter('admin')}>
        Open the demo
      </Button>
      <Button onPress={() => void enter('operator')}>… as an operator</Button>
      <Button onPress={() => void enter('viewer')}>… as a viewer</Button>
      {isRefused && <Problem>The demo opens only in a browser on the machine that it runs on.</Problem>}
    </>
  );
}
