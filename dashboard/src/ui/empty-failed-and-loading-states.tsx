import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { GraphProblem } from '../graph/problem';
import { Button } from './button';

/** An empty state, with what would fill it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
    </div>
  );
}

/** What went wrong, what to do, and the id under which the logs record it. */
export function Failed({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const problem = error instanceof GraphProblem ? error : undefined;
  const isMissing = problem?.code.endsWith('_not_found') === true;
  return (
    <div className="state" role="alert">
      <h2>{HEADLINES[problem?.code ?? ''] ?? 'This could not be loaded'}</h2>
      <p>{(isMissing && MISSING) || (problem?.message ?? 'Something unexpected happened on this page.')}</p>
      {isMissing ? <Link to="/">Go to today</Link> : retry && <Button onPress={retry}>Try again</Button>}
      {problem?.requestId && !isMissing && (
        <p>
          Request <code>{problem.requestId}</code>
        </p>
      )}
    </div>
  );
}

const MISSING = 'The address may be wrong, or it may belong to a lender you have no access to.';

const HEADLINES: Readonly<Record<string, string>> = {
  network: 'The server cannot be reached',
  insufficient_scope: 'Your role does not have access to this',
  rate_limited: 'Too many requests. Try again in a few minutes',
  account_not_found: 'Loan not found',
  payment_not_found: 'Payment not found',
  person_not_found: 'Borrower not found',
  dispute_not_found: 'Dispute not found',
  ledger_product_not_found: 'Product not found',
  ledger_boarding_not_found: 'Boarding not found',
};

export function Skeleton() {
  return <span className="skeleton" aria-hidden="true" />;
}
