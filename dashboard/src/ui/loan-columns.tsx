import { numberOf } from '../format/display-names';
import type { LoanNameFragment } from '../generated/graphql';
import type { Column } from './data-table';
import { LoanLink } from './loan-link';

interface OfLoan {
  readonly account?: LoanNameFragment | null;
}

export const BORROWER: Column<OfLoan, 'borrower'> = {
  name: 'Borrower',
  sortBy: 'borrower',
  cell: ({ account }) => <LoanLink loan={account} />,
};
export const LOAN: Column<OfLoan, 'loan'> = { name: 'Loan', sortBy: 'loan', cell: ({ account }) => numberOf(account) };
