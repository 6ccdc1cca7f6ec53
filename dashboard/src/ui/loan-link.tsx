import { borrowerOf } from '../format/display-names';
import { RowLink } from './row-link';

interface LoanLinkProps {
  readonly loan: Parameters<typeof borrowerOf>[0];
}

export function LoanLink({ loan }: LoanLinkProps) {
  if (!loan) return <span className="quiet">–</span>;
  return <RowLink to={`/accounts/${loan.id}`}>{borrowerOf(loan)}</RowLink>;
}
