import { Link } from '@tanstack/react-router';
import { dollars } from '../format/money';
import { Button } from '../ui/button';
import { Status } from '../ui/status';
import { amountOf, type MoneyRequest, operationOf, subjectOf } from './money-request';
import { askAgain, forgetMoney, isAskedByItself, mayBeAsked, mayBeForgotten, type SentMoney } from './money-requests';
import { usePolledOutcomes } from './poll-unknown-outcomes';
import { refusalText } from './refusal-text';
import { useSentMoney } from './use-sent-money';

/** On every page: what was sent and whose outcome was unknown, until the operator has seen the outcome. */
export function OutcomeBar() {
  usePolledOutcomes();
  const shown = useSentMoney().filter(([, { wasUnknown }]) => wasUnknown);
  return (
    <div role="status" className="outcomes">
      {shown.map(([name, money]) => (
        <Outcome key={name} name={name} money={money} />
      ))}
    </div>
  );
}

function Outcome({ name, money }: { readonly name: string; readonly money: SentMoney }) {
  const { sent, state } = money;
  const isOpen = state.name === 'unknown' || state.name === 'sending';
  return (
    <div className="notice">
      <p>
        <strong>{describe(sent)}</strong>{' '}
        {state.name === 'done' && <Status kind="payment" status={state.result.status} />}
        {isOpen && `was sent, and its outcome is not known. ${whatHappensNext(money)}`}
        {refusalText(money)}
      </p>
      {state.name === 'done' ? (
        <Link to="/payments/$id" params={{ id: state.result.id }}>
          Open the payment
        </Link>
      ) : (
        <Subject sent={sent} />
      )}
      {state.name === 'unknown' && mayBeAsked(money) && !isAskedByItself(money) && (
        <Button look="plain" onPress={() => void askAgain(name)}>
          {money.sent.kind === 'forgotten' ? 'Ask again' : 'Send again'}
        </Button>
      )}
      {(!isOpen || (state.name === 'unknown' && mayBeForgotten(money))) && (
        <Button look="plain" onPress={() => forgetMoney(name)}>
          Dismiss
        </Button>
      )}
    </div>
  );
}

/** Sent again by itself only for some minutes: later a person may have recorded it elsewhere. */
function whatHappensNext(money: SentMoney): string {
  if (!mayBeAsked(money))
    return 'It was sent too long ago to be asked for. Look for it among the payments of the loan.';
  if (isAskedByItself(money)) return 'It is asked for again every few seconds, and cannot be recorded twice.';
  return money.sent.kind === 'forgotten'
    ? 'No outcome of it was found. Look whether it is among the payments of the loan before it is entered again.'
    : 'Look first whether it is among the payments of the loan, or was recorded there by someone else. Sending it again with the same key cannot record this request twice.';
}

function Subject({ sent }: { readonly sent: MoneyRequest }) {
  return operationOf(sent) === 'record' ? (
    <Link to="/accounts/$id" params={{ id: subjectOf(sent) }}>
      Open the loan
    </Link>
  ) : (
    <Link to="/payments/$id" params={{ id: subjectOf(sent) }}>
      Open the payment
    </Link>
  );
}

/** What was sent: `A payment of $125.00`. */
export function describe(sent: MoneyRequest): string {
  return `${operationOf(sent) === 'record' ? 'A payment' : 'The reversal'} of ${dollars(amountOf(sent))}`;
}
