import { ago, day, shortDay } from '../../format/dates';
import type { AccountPageQuery } from '../../generated/graphql';
import type { GraphProblem } from '../../graph/problem';
import { Facts } from '../../ui/facts';
import { Money } from '../../ui/money';
import { NotRead } from '../../ui/not-read';
import { Card } from '../../ui/page';
import { RowLink } from '../../ui/row-link';

type Account = AccountPageQuery['account'];

interface AccountProps {
  readonly account: Account;
  /** Why a part could not be read; undefined: it came. */
  readonly why: (part: keyof Account) => GraphProblem | undefined;
}

/** The figures that a borrower on the telephone asks about first. */
export function Owed({ account, why }: AccountProps) {
  const { currentBalanceCents, payoff, pastDueCents, daysPastDue, nextDueOn, nextDueCents, syncedThrough } = account;
  return (
    <div className="tiles">
      <Tile
        name="Principal"
        detail={syncedThrough ? `from the loan system, ${ago(syncedThrough)}` : undefined}
        problem={why('currentBalanceCents')}
      >
        <Money cents={currentBalanceCents} />
      </Tile>
      <Tile
        name="Payoff"
        detail={payoff ? `on ${shortDay(payoff.asOf)}` : 'not available from the loan system'}
        problem={why('payoff')}
      >
        <Money cents={payoff?.amountCents} />
      </Tile>
      <Tile
        name="Past due"
        detail={daysPastDue ? `${daysPastDue} ${daysPastDue === 1 ? 'day' : 'days'}` : undefined}
        problem={why('pastDueCents') ?? why('daysPastDue')}
      >
        <Money cents={pastDueCents} />
      </Tile>
      <Tile
        name="Next due"
        detail={nextDueOn ? `on ${shortDay(nextDueOn)}` : undefined}
        problem={why('nextDueCents') ?? why('nextDueOn')}
      >
        <Money cents={nextDueCents} />
      </Tile>
    </div>
  );
}

interface TileProps {
  readonly name: string;
  readonly detail?: string | undefined;
  readonly problem?: GraphProblem | undefined;
  readonly children: React.ReactNode;
}

function Tile({ name, detail, problem, children }: TileProps) {
  if (problem !== undefined) {
    return (
      <div className="tile" title={problem.message}>
        <span className="name">{name}</span>
        <span className="value quiet">Not read</span>
        <span className="detail">could not be read; this page retries</span>
      </div>
    );
  }
  return (
    <div className="tile">
      <span className="name">{name}</span>
      <span className="value">{children}</span>
      <span className="detail">{detail ?? ' '}</span>
    </div>
  );
}

export function ContractFacts({ account: { contract, chargedOffOn, paidOffOn, ledger }, why }: AccountProps) {
  const problem = why('contract') ?? why('chargedOffOn') ?? why('paidOffOn') ?? why('ledger');
  return (
    <Card title="Contract">
      {problem && <NotRead what="Some of the contract" problem={problem} />}
      <Facts
        facts={[
          ['Originated', contract.originatedOn && day(contract.originatedOn)],
          ['Amount', contract.originalPrincipalCents && <Money key="amount" cents={contract.originalPrincipalCents} />],
          ['Annual rate', contract.annualRate && `${Number(contract.annualRate)}%`],
          ['Term', contract.termMonths && `${contract.termMonths} months`],
          [
            'Scheduled payment',
            contract.scheduledPaymentCents && <Money key="p" cents={contract.scheduledPaymentCents} />,
          ],
          ['First due', contract.firstDueOn && day(contract.firstDueOn)],
          ['Matures', contract.maturityOn && day(contract.maturityOn)],
          ...(ledger?.productId
            ? [
                [
                  'Product',
                  <RowLink key="product" to={`/products/${ledger.productId}`}>
                    {`${ledger.productCode}, version ${ledger.productVersion}`}
                  </RowLink>,
                ] as const,
              ]
            : []),
          ...(chargedOffOn ? [['Charged off', day(chargedOffOn)] as const] : []),
          ...(paidOffOn ? [['Paid off', day(paidOffOn)] as const] : []),
        ]}
      />
    </Card>
  );
}
