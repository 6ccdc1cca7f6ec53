import { Link } from '@tanstack/react-router';
import { dollars } from '../format/money';
import { Button } from '../ui/button';
import { Status } from '../ui/status';
import { describeLoanRequest, type LedgerRequest, writeOf } from './loan-request';
import {
  amountOf,
  isForgotten,
  isOfLedger,
  type MoneyRequest,
  type MoneyResult,
  operationOf,
  subjectOf,
} from './money-request';
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
        <strong>{describe(sent)}</strong> {state.name === 'done' && <Result result={state.result} />}
        {isOpen && `was sent, and its outcome is not known. ${whatHappensNext(money)}`}
        {refusalText(money)}
      </p>
      {state.name === 'done' ? <ResultLink result={state.result} /> : <Subject sent={sent} />}
      {state.name === 'unknown' && mayBeAsked(money) && !isAskedByItself(money) && (
        <Button look="plain" onPress={() => void askAgain(name)}>
          {isForgotten(money.sent) ? 'Check again' : 'Send again'}
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

function Result({ result }: { readonly result: MoneyResult }) {
  return result.kind === 'payment' ? <Status kind="payment" status={result.status} /> : 'was carried out.';
}

function ResultLink({ result }: { readonly result: MoneyResult }) {
  return result.kind === 'payment' ? <PaymentLink id={result.id} /> : <LoanLink id={result.accountId} />;
}

/** Sent again by itself only for some minutes: later a person may have entered it elsewhere. */
function whatHappensNext(money: SentMoney): string {
  const { sent } = money;
  const list = isOfLedger(sent) ? PLACE_OF_LEDGER[writeOf(sent) === 'booking' ? 'booking' : 'operation'] : PAYMENTS;
  if (!mayBeAsked(money)) return `It was sent too long ago for its outcome to be checked. Look for it among ${list}.`;
  if (isAskedByItself(money)) return 'Its outcome is checked every few seconds, and it cannot be recorded twice.';
  return isForgotten(sent)
    ? `No outcome of it was found. Look whether it is among ${list} before it is entered again.`
    : `Look first whether it is among ${list}, or was recorded there by someone else. Sending it again with the same key cannot record this request twice.`;
}

const PAYMENTS = 'the payments of the loan';
/** Where a person finds what a write to the ledger has done. */
const PLACE_OF_LEDGER = { booking: 'the loans', operation: 'the transactions of the loan' } as const;

function Subject({ sent }: { readonly sent: MoneyRequest }) {
  if (isOfLedger(sent)) return <LedgerSubject sent={sent} />;
  return operationOf(sent) === 'record' ? <LoanLink id={subjectOf(sent)} /> : <PaymentLink id={subjectOf(sent)} />;
}

/** A loan that is being booked has no page yet: its number is searched. */
function LedgerSubject({ sent }: { readonly sent: LedgerRequest }) {
  if (writeOf(sent) !== 'booking') return <LoanLink id={subjectOf(sent)} />;
  return (
    <Link to="/accounts" search={{ text: subjectOf(sent) }}>
      Search the loan
    </Link>
  );
}

function LoanLink({ id }: { readonly id: string }) {
  return (
    <Link to="/accounts/$id" params={{ id }}>
      Open the loan
    </Link>
  );
}

function PaymentLink({ id }: { readonly id: string }) {
  return (
    <Link to="/payments/$id" params={{ id }}>
      Open the payment
    </Link>
  );
}

/** What was sent: `A payment of $125.00`. */
export function describe(sent: MoneyRequest): string {
  if (isOfLedger(sent)) return describeLoanRequest(sent);
  return `${operationOf(sent) === 'record' ? 'A payment' : 'The reversal'} of ${dollars(amountOf(sent))}`;
}
