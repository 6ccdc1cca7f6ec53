import type { ReactNode } from 'react';
import { plural } from '../format/money';
import type { Paged } from '../graph/use-paged-or-whole-list';
import { Failed } from './empty-failed-and-loading-states';
import { ListStatus } from './list-status';
import { ShowMore } from './show-more';

interface CardsProps<Row> {
  readonly list: Paged<Row>;
  readonly empty: { readonly title: string; readonly text?: string };
  readonly children: (row: Row) => ReactNode;
}

/** A list as cards, or a message when it could not be read or has no rows. */
export function Cards<Row>({ list, empty, children }: CardsProps<Row>) {
  if (list.error) return <Failed error={list.error} retry={list.retry} />;
  const found = list.rows.length === 0 ? undefined : plural(list.rows.length, 'item');
  return (
    <>
      <ListStatus isLoading={list.isLoading} {...{ found, empty }} />
      {found && (
        <ul className="exception-list">
          {list.rows.map(children)}
          <ShowMore more={list.more} />
        </ul>
      )}
    </>
  );
}
