import { borrowerOf } from '../format/display-names';
import { DASH } from './dash';
import { RowLink } from './row-link';

interface LoanLinkProps {
  readonly loan: Parameters<typeof borrowerOf>[0];
}

export function LoanLink({ loan }: LoanLinkProps) {
  if (!loan) return DASH;
  return <RowLink to={`/accounts/${loan.id}`}>{borrowerOf(loan)}</RowLink>;
}
