import { statusText } from '../format/statuses';
import { GraphProblem } from '../graph/problem';
import { operationOf } from './money-request';
import type { SentMoney } from './money-requests';

/** Why a payment or reversal was not carried out; undefined while that is not certain. */
export function refusalText({ sent, state }: SentMoney): string | undefined {
  const [done, again] =
    operationOf(sent) === 'record' ? ['recorded', 'Try again, or correct the payment.'] : ['reversed', 'Try again.'];
  if (state.name === 'not_posted') return `The loan system cannot be reached, so nothing was ${done}. ${again}`;
  if (state.name !== 'refused') return undefined;
  const { error } = state;
  if (!(error instanceof GraphProblem)) return 'It was refused.';
  if (error.code === 'invalid_token') return `Your session had ended, so nothing was ${done}. Please try again.`;
  const { reason } = error.fields;
  return typeof reason === 'string' ? `${error.message} (${statusText(reason)})` : error.message;
}
