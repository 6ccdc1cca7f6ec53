import { refusalOfOperation } from '../format/ledger-refusals';
import { statusText } from '../format/statuses';
import { GraphProblem } from '../graph/problem';
import { isOfLedger, type MoneyRequest, operationOf } from './money-request';
import type { SentMoney } from './money-requests';

/** Why a request was not carried out; undefined while that is not certain. */
export function refusalText({ sent, state }: SentMoney): string | undefined {
  const [done, again] = wordsFor(sent);
  if (state.name === 'not_posted') return `The loan system cannot be reached, so nothing was ${done}. ${again}`;
  if (state.name !== 'refused') return undefined;
  const { error } = state;
  if (!(error instanceof GraphProblem)) return 'It was refused.';
  if (error.code === 'invalid_token') return `Your session had ended, so nothing was ${done}. Please try again.`;
  const { reason } = error.fields;
  if (isOfLedger(sent) && typeof reason === 'string') return refusalOfOperation(reason);
  return typeof reason === 'string' ? `${error.message} (${statusText(reason)})` : error.message;
}

function wordsFor(sent: MoneyRequest): readonly [done: string, again: string] {
  if (isOfLedger(sent)) return ['changed', 'Try again.'];
  return operationOf(sent) === 'record'
    ? ['recorded', 'Try again, or correct the payment.']
    : ['reversed', 'Try again.'];
}
