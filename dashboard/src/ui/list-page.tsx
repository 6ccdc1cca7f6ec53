import type { ReactNode } from 'react';
import type { Paged } from '../graph/use-paged-or-whole-list';
import { type Column, DataTable } from './data-table';
import { Empty, Failed } from './empty-failed-and-loading-states';
import { Page } from './page';
import { SavedViews } from './saved-views';

interface ListPageProps<Row> {
  readonly title: string;
  readonly about?: string | undefined;
  readonly actions?: ReactNode;
  readonly list: Paged<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly opens?: (row: Row) => string;
  /** Below the last row: sums over all rows. */
  readonly foot?: readonly ReactNode[] | undefined;
  /** Whether its filters can be saved as views. */
  readonly hasViews?: boolean;
  readonly empty: { readonly title: string; readonly text?: string };
}

/** A page with one list: filters above, rows below, and a message when there are none. */
export function ListPage<Row>({
  title,
  about,
  actions,
  list,
  columns,
  keyOf,
  opens,
  foot,
  hasViews = false,
  empty,
}: ListPageProps<Row>) {
  return (
    <Page
      title={title}
      about={about}
      actions={
        hasViews ? (
          <>
            <SavedViews />
            {actions}
          </>
        ) : (
          actions
        )
      }
      isFixed
    >
      {list.error ? (
        <Failed error={list.error} retry={list.retry} />
      ) : list.rows.length === 0 && !list.isLoading ? (
        <Empty title={empty.title}>{empty.text}</Empty>
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={list.rows}
          keyOf={keyOf}
          isLoading={list.isLoading}
          more={list.more}
          {...(opens && { opens })}
          {...(foot && { foot })}
        />
      )}
    </Page>
  );
}
