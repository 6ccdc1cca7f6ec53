import type { AccountTransactionsQuery } from '../../generated/graphql';
import type { Column } from '../../ui/data-table';
import { Money } from '../../ui/money';
import { day } from '../../words/dates';
import { worded } from '../../words/statuses';

type Row = AccountTransactionsQuery['transactions']['items'][number];

export const TRANSACTION_COLUMNS: readonly Column<Row>[] = [
  { name: 'Day', cell: ({ effectiveAt }) => (effectiveAt ? day(effectiveAt) : <span className="quiet">–</span>) },
  { name: 'Type', cell: ({ type }) => worded(type) },
  { name: 'Status', cell: ({ status }) => (status ? worded(status) : <span className="quiet">–</span>) },
  { name: 'Amount', isNumber: true, cell: ({ amountCents }) => <Money cents={amountCents} /> },
  { name: 'Principal', isNumber: true, cell: ({ split }) => <Money cents={split?.principalCents} /> },
  { name: 'Interest', isNumber: true, cell: ({ split }) => <Money cents={split?.interestCents} /> },
  { name: 'Fees', isNumber: true, cell: ({ split }) => <Money cents={split?.feesCents} /> },
];
