import { useState } from 'react';
import { day, daysBefore, todayIn } from '../../format/dates';
import { BUSINESS_ZONE } from '../../format/time-zones';
import { PayoffOnDocument } from '../../generated/graphql';
import { GraphProblem } from '../../graph/problem';
import { useAnswer } from '../../graph/use-answer';
import { useLenders } from '../../lender/lenders';
import { useHasRoleAt } from '../../session/operator';
import { DateField } from '../../ui/date-field';
import { DownloadButton } from '../../ui/download-button';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';

const MOST_DAYS_AHEAD = 30;

interface PayoffOnProps {
  readonly id: string;
  readonly organizationId: string;
  readonly isPayable: boolean;
}

/** The payoff amount for a payment on a chosen day, up to thirty days ahead. */
export function PayoffOn({ id, organizationId, isPayable }: PayoffOnProps) {
  const [on, setOn] = useState('');
  // A letter contains the borrower’s postal address.
  const mayHaveLetter = useHasRoleAt('agent')(organizationId);
  const lender = useLenders().lenders.find((each) => each.id === organizationId);
  // The books follow New York, and a sandbox’s its own clock.
  const first = lender?.isSandbox ? lender.today : todayIn(BUSINESS_ZONE);
  const { data, error } = useAnswer(
    'payoff',
    PayoffOnDocument,
    { id, on: on === '' ? null : on },
    { enabled: isPayable, retry: false },
  );
  if (!isPayable) return null;
  const quote = data?.payoffQuote;
  return (
    <Card
      title="Payoff"
      aside={
        <DateField
          label="Paid off on"
          value={on}
          min={first}
          max={daysBefore(first, -MOST_DAYS_AHEAD)}
          onChange={setOn}
        />
      }
    >
      {error ? (
        <p className="quiet" role="alert">
          {error instanceof GraphProblem ? error.message : 'The payoff is not available right now.'}
        </p>
      ) : (
        <>
          <Facts
            facts={[
              ['To pay off', quote && <Money key="amount" cents={quote.amountCents} />],
              ['Good through', quote && day(quote.goodThrough)],
              ['Per diem', quote && <Money key="day" cents={quote.perDiemCents} />],
              ['Principal', quote && <Money key="principal" cents={quote.principalCents} />],
              ['Interest', quote && <Money key="interest" cents={quote.interestCents} />],
              ['Fees', quote && <Money key="fees" cents={quote.feesCents} />],
              ...(quote?.unsettledCents
                ? [['Unconfirmed payments (not deducted)', <Money key="open" cents={quote.unsettledCents} />] as const]
                : []),
            ]}
          />
          {quote && mayHaveLetter && (
            <footer>
              <DownloadButton
                label="Payoff letter"
                path={`/exports/payoff-letters/${id}?on=${quote.on}`}
                fileName={`payoff-${id}-${quote.on}.pdf`}
              />
            </footer>
          )}
        </>
      )}
    </Card>
  );
}
