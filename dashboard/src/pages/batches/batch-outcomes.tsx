import { Link } from '@tanstack/react-router';
import { count, dollars } from '../../format/money';
import { Status } from '../../ui/status';
import { type Batch, talliesOf } from './shown-batch';

/** Rows and amounts by outcome; an outcome opens its rows below. */
export function BatchOutcomes({ batch }: { readonly batch: Batch }) {
  return (
    <table className="table plain" aria-label="Rows by outcome">
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col" className="right">
            Rows
          </th>
          <th scope="col" className="right">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {talliesOf(batch).map(([outcome, { rows, amountCents }]) => (
          <tr key={outcome}>
            <td>
              <Link to="/payment-batches/$id" params={{ id: batch.id }} search={{ outcome }} replace>
                <Status kind="batchRow" status={outcome} />
              </Link>
            </td>
            <td className="right">{count(rows)}</td>
            <td className="right">{dollars(amountCents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>All rows</td>
          <td className="right">{count(batch.rowCount)}</td>
          <td className="right">{dollars(batch.sumCents)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
