import type { ReactNode } from 'react';
import { type DownloadedList, ListDownload } from './list-download';
import { Page } from './page';
import { Rows, type RowsProps } from './rows';
import { SavedViews } from './saved-views';

interface ListPageProps<Row> extends Omit<RowsProps<Row>, 'label'> {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** Whether its filters can be saved as views. */
  readonly hasViews?: boolean;
  /** The list as a file. */
  readonly download?: DownloadedList;
}

/** A page with one list: filters above, rows below, and a message when there are none. */
export function ListPage<Row>({ title, about, actions, hasViews = false, download, ...rows }: ListPageProps<Row>) {
  return (
    <Page
      title={title}
      about={about}
      actions={
        hasViews ? (
          <>
            <SavedViews />
            {actions}
            {download && <ListDownload {...download} />}
          </>
        ) : (
          actions
        )
      }
      isFixed
    >
      <Rows label={title} {...rows} />
    </Page>
  );
}
