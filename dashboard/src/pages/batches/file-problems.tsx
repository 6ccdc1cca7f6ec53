import { statusText } from '../../format/statuses';
import type { GraphProblem } from '../../graph/problem';

/** Everything that is wrong with a file, by row and column; rows are counted without the header. */
export function FileProblems({ problem }: { readonly problem: GraphProblem }) {
  return (
    <div role="alert" className="stack">
      <p className="error-text">Nothing was submitted. Please correct the file and choose it again.</p>
      <div className="scrolls">
        <table className="table plain" aria-label="Problems of the file">
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {problem.parts.map(({ loc, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <tr key={at}>
                <td>{rowOf(loc)}</td>
                <td>{columnOf(loc)}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** `["body", "rows", "2", "amount_cents"]` is about the third row. */
function rowOf([, list, row]: readonly string[]): string {
  return list === 'rows' && row !== undefined && /^\d+$/.test(row) ? String(Number(row) + 1) : 'File';
}

function columnOf(loc: readonly string[]): string {
  const [, list, , column] = loc;
  return list === 'rows' && column !== undefined ? statusText(column) : '–';
}
