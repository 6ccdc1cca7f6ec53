import { AccountTransactionsDocument } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { Rows } from '../../ui/rows';
import { TRANSACTION_COLUMNS } from './transaction-columns';

/** The loan's transactions, with the current allocation of each payment. */
export function Transactions({ id }: { readonly id: string }) {
  const list = useList('account-transactions', AccountTransactionsDocument, { id }, ({ transactions }) => transactions);
  return (
    <Rows
      label="Transactions"
      list={list}
      columns={TRANSACTION_COLUMNS}
      keyOf={(row) => row.id}
      empty={{ title: 'This loan has no transactions yet' }}
    />
  );
}
