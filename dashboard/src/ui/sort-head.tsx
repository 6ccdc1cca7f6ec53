import type { TableSort } from './sorted-columns';

interface SortHeadProps {
  readonly name: string;
  readonly sortBy: string | undefined;
  readonly isNumber: boolean | undefined;
  readonly sort: TableSort | undefined;
}

/** The head of a column; a button where the rows can be sorted by it. */
export function SortHead({ name, sortBy, isNumber, sort }: SortHeadProps) {
  const className = isNumber ? 'right' : undefined;
  if (sort === undefined || sortBy === undefined) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  }
  const order = sort.by !== sortBy ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={order}>
      <button type="button" className="sort-button" onClick={() => sort.press(sortBy)}>
        {name}
        <span aria-hidden="true">{MARKS[order]}</span>
      </button>
    </th>
  );
}

const MARKS = { none: '', ascending: ' ↑', descending: ' ↓' } as const;
