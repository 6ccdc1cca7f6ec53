import { plural } from '../../format/money';
import { statusChoices, statusesOf, statusText } from '../../format/statuses';
import { BoardingProblemsDocument, type BoardingProblemsQuery } from '../../generated/graphql';
import { useList } from '../../graph/use-paged-or-whole-list';
import { orDash } from '../../ui/dash';
import { Failed } from '../../ui/empty-failed-and-loading-states';
import { Card } from '../../ui/page';
import { ShowMore } from '../../ui/show-more';
import { Status } from '../../ui/status';
import { useFilters } from '../../ui/use-filters';
import { type Boarding, isRunning } from './shown-boarding';

type Problem = BoardingProblemsQuery['ledgerBoardingProblems']['items'][number];

/** What is wrong with the file, by line and column, in the order of the file. */
export function BoardingProblems({ boarding }: { readonly boarding: Boarding }) {
  const { id, status, errors, differences, warnings } = boarding;
  const { search, choice } = useFilters('/boardings/$id');
  const severity = statusesOf('boardingProblem').find((each) => each === search.severity) ?? null;
  const list = useList(
    // By status: each step may find more problems, also the last one.
    `boarding-problems ${status}`,
    BoardingProblemsDocument,
    { id, severity },
    ({ ledgerBoardingProblems }) => ledgerBoardingProblems,
    isRunning(boarding),
  );
  const { rows, isLoading, error, retry, more } = list;
  return (
    <Card title="Problems" aside={choice('Severity', 'severity', statusChoices('boardingProblem'))}>
      <p role="status">
        {[plural(errors, 'error'), plural(differences, 'difference'), plural(warnings, 'warning')].join(', ')}.
      </p>
      {Boolean(error) && <Failed error={error} retry={retry} />}
      {!isLoading && !error && rows.length === 0 && (
        <p className="quiet">
          {severity === null ? 'No problem has been found.' : 'There is no problem of this severity.'}
        </p>
      )}
      {rows.length > 0 && <ProblemTable problems={rows} />}
      <ShowMore more={more} />
    </Card>
  );
}

function ProblemTable({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <div className="scrolls">
      <table className="table plain" aria-label="Problems of the file">
        <thead>
          <tr>
            <th scope="col" className="right">
              Line
            </th>
            <th scope="col">Column</th>
            <th scope="col">Severity</th>
            <th scope="col">Problem</th>
            <th scope="col">Loan number</th>
          </tr>
        </thead>
        <tbody>
          {problems.map((problem, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the file never changes
            <tr key={at}>
              <td className="right">{problem.line.toLocaleString('en-US')}</td>
              <td>{orDash(problem.column, statusText)}</td>
              <td>
                <Status kind="boardingProblem" status={problem.severity} />
              </td>
              <td className="wraps">{sentence(problem.message)}</td>
              <td>{orDash(problem.loanNumber)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?]$/.test(message) ? '' : '.'}`;
}
