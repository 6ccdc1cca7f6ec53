import { Link } from '@tanstack/react-router';
import { borrowerOf } from '../words/names';

interface LoanLinkProps {
  readonly loan: Parameters<typeof borrowerOf>[0];
}

export function LoanLink({ loan }: LoanLinkProps) {
  if (!loan) return <span className="quiet">–</span>;
  return (
    <Link to="/accounts/$id" params={{ id: loan.id }}>
      {borrowerOf(loan)}
    </Link>
  );
}
