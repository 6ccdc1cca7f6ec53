import { AccountTransactionsDocument } from '../../generated/graphql';
import { request } from '../../graph/request';
import { usePaged } from '../../graph/use-paged-or-whole-list';
import { DataTable } from '../../ui/data-table';
import { Empty, Failed } from '../../ui/empty-failed-and-loading-states';
import { TRANSACTION_COLUMNS } from './transaction-columns';

/** The loan's transactions, with the current allocation of each payment. */
export function Transactions({ id }: { readonly id: string }) {
  const list = usePaged({
    key: ['account-transactions', id],
    read: async (cursor, signal) => (await request(AccountTransactionsDocument, { id, cursor }, signal)).transactions,
  });
  if (list.error) return <Failed error={list.error} retry={list.retry} />;
  if (list.rows.length === 0 && !list.isLoading) return <Empty title="This loan has no transactions yet" />;
  return (
    <DataTable
      label="Transactions"
      columns={TRANSACTION_COLUMNS}
      rows={list.rows}
      keyOf={(row) => row.id}
      isLoading={list.isLoading}
      more={list.more}
    />
  );
}
