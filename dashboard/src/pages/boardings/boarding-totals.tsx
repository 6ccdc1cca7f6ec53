import { count, dollars } from '../../format/money';
import type { BoardingFiguresFieldsFragment } from '../../generated/graphql';
import { orDash } from '../../ui/dash';
import type { BoardingDetails } from './shown-boarding';

type Totals = NonNullable<BoardingDetails['tieOut']>;
type Figure = keyof Omit<BoardingFiguresFieldsFragment, '__typename'>;

const SOURCES: Readonly<Record<keyof Omit<Totals, '__typename'>, string>> = {
  control: 'Control row',
  file: 'File',
  known: 'Boarded before',
  skipped: 'Left out',
  written: 'Boarded',
  journal: 'Journal',
};

const FIGURES: readonly (readonly [Figure, string, (value: number) => string])[] = [
  ['loans', 'Loans', count],
  ['principalCents', 'Principal', dollars],
  ['interestCents', 'Interest', dollars],
  ['feesCents', 'Fees', dollars],
  ['transactions', 'Rows of history', count],
  ['amountCents', 'Amounts of history', dollars],
];

/** The same totals from each source. Loans boarded before and those left out are part of the file’s totals. */
export function BoardingTotals({ tieOut }: { readonly tieOut: Totals }) {
  const sources = Object.entries(SOURCES) as [keyof typeof SOURCES, string][];
  return (
    <div className="scrolls">
      <table className="table plain" aria-label="Totals">
        <thead>
          <tr>
            <th scope="col">Total</th>
            {sources.map(([source, name]) => (
              <th key={source} scope="col" className="right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(([figure, name, shown]) => (
            <tr key={figure}>
              <td>{name}</td>
              {sources.map(([source]) => (
                <td key={source} className="right">
                  {orDash(tieOut[source]?.[figure], shown)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
