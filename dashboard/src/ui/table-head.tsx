/** The heading of a column: of texts, of numbers, or of numbers with a heading only for screen readers. */
type Heading = string | { readonly number: string } | { readonly hidden: string };

export function TableHead({ columns }: { readonly columns: readonly Heading[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : 'number' in column ? (
            <th key={column.number} scope="col" className="right">
              {column.number}
            </th>
          ) : (
            <th key={column.hidden} scope="col" className="right">
              <span className="sr-only">{column.hidden}</span>
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
