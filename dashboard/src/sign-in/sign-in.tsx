import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { textOf } from '../format/display-names';
import type { Role, SignInProblem } from '../generated/contract-lists';
import { enterDemo, SESSION_KEY, type SignInWay } from '../session/session';
import { Problem } from '../ui/action-problem-alert';
import { Button } from '../ui/button';
import { pendingWhile } from '../ui/data-pending-attribute';

const PROBLEMS: Readonly<Record<SignInProblem | 'signed_out_here_only', string>> = {
  expired: 'This sign-in took too long, or was started in another browser. Please start again.',
  refused: 'Your identity provider refused the sign-in.',
  not_genuine:
    'The response of your identity provider could not be verified. Please start again. If this continues, contact an administrator.',
  issuer_unavailable: 'Your identity provider cannot be reached. Please try again in a moment.',
  signed_out_here_only:
    'You are signed out here. Your identity provider could not be reached, so you may still be signed in with them.',
  no_role:
    'You are signed in, but have no role in Tributary. Ask an administrator for a role: viewer, agent, supervisor or admin.',
  not_admitted:
    'You are signed in, but have not been admitted to Tributary. Ask an administrator to add you as an operator.',
  disabled: 'Your access to Tributary is disabled. Ask an administrator.',
  no_organization: 'You are signed in, but have access to no lender. Ask an administrator.',
};

/** The sign-in options; the requested page is opened afterwards. */
export function SignIn({ ways }: { readonly ways: readonly SignInWay[] }) {
  useEffect(() => {
    // The title named a borrower, perhaps.
    document.title = 'Sign in · Tributary';
  }, []);
  const problem = new URLSearchParams(location.search).get('problem');
  const wanted = location.pathname === '/sign-in' ? '/' : location.pathname + location.search;
  return (
    <div className="sign-in">
      <main className="card">
        <h1>Tributary</h1>
        {problem !== null && <p role="alert">{textOf(PROBLEMS, problem) ?? 'Sign-in failed. Please try again.'}</p>}
        {ways.length === 0 && (
          <p>
            Sign-in is not configured: set <code>OIDC_ISSUER</code>, <code>OIDC_AUDIENCE</code> and{' '}
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
      <Button onPress={() => void enter('supervisor')}>… as a supervisor</Button>
      <Button onPress={() => void enter('agent')}>… as an agent</Button>
      <Button onPress={() => void enter('viewer')}>… as a viewer</Button>
      {isRefused && <Problem>The demo opens only in a browser on the machine that it runs on.</Problem>}
    </>
  );
}
