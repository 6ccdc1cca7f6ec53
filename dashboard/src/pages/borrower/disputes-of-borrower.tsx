import { numberOf } from '../../format/display-names';
import { dollars } from '../../format/money';
import { statusText } from '../../format/statuses';
import { Instant } from '../../ui/instant';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';
import { Status } from '../../ui/status';
import { type LoanOfBorrower, newestOf, whyOfAny } from './loan-of-borrower';

/** Disputed charges on all loans of a person, the latest opened first. */
export function DisputesOfBorrower({ loans }: { readonly loans: readonly LoanOfBorrower[] }) {
  const disputes = newestOf(loans, (loan) => loan.disputes);
  const problem = whyOfAny(loans, 'disputes');
  return (
    <Card title="Disputes">
      {problem && <NotRead what="Some of the disputes" problem={problem} />}
      {!problem && disputes.length === 0 && <p className="quiet">No charge was disputed.</p>}
      <ul className="plain-list">
        {disputes.map(({ loan, item: { id, amountCents, status, reason, openedAt, evidenceDueBy } }) => (
          <li key={id}>
            <RowLink to={`/disputes/${id}`}>Dispute of {dollars(amountCents)}</RowLink>{' '}
            <Status kind="dispute" status={status} />
            <p className="quiet">
              {statusText(reason)} · opened on <Instant at={openedAt} /> · {numberOf(loan)}
              {evidenceDueBy && (
                <>
                  {' '}
                  · evidence due by <Instant at={evidenceDueBy} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
