import { day } from '../../format/dates';
import { statusText } from '../../format/statuses';
import { Instant } from '../../ui/instant';
import { Money } from '../../ui/money';
import { TableHead } from '../../ui/table-head';
import type { Run } from './shown-run';

type Attempt = Run['attempts'][number];

/** Each try to charge, first one first, and when the next one follows. */
export function RunAttempts({ run: { attempts, nextTryOn, status } }: { readonly run: Run }) {
  return (
    <>
      {attempts.length === 0 ? (
        <p className="quiet">Nothing has been sent to the card processor.</p>
      ) : (
        <div className="scrolls">
          <table className="table plain">
            <TableHead columns={['Attempt', 'When', 'Result', 'Code', { number: 'Amount' }]} />
            <tbody>
              {attempts.map((attempt) => (
                <tr key={attempt.number}>
                  <td>{attempt.number}</td>
                  <td>
                    <Instant at={attempt.createdAt} form="short" />
                  </td>
                  <td>{resultOf(attempt)}</td>
                  <td>{attempt.failureCode ? <code>{attempt.failureCode}</code> : '–'}</td>
                  <td className="right">
                    <Money cents={attempt.amountCents} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {status === 'retrying' && nextTryOn && <p className="quiet">The next attempt is on {day(nextTryOn)}.</p>}
      {status === 'failed' && <p className="quiet">There is no further attempt.</p>}
    </>
  );
}

function resultOf({ status, failureCode }: Attempt): string {
  const reason = failureCode ? `: ${statusText(failureCode).toLowerCase()}` : '';
  switch (status) {
    case 'charging':
      return 'Sent; the result is not known yet';
    case 'charged':
      return 'Charged';
    case 'declined':
      return `Declined${reason}`;
    case 'not_charged':
      return `Not charged${reason}`;
  }
}
