import { useSyncExternalStore } from 'react';
import { useOperator } from '../session/operator';
import { type MoneyRequest, nameOf } from './money-request';
import { askAgain, forgetMoney, idOf, onSentMoney, type SentMoney, sentMoney, submitMoney } from './money-requests';

/** The payments and reversals that the operator sent from this tab, by id. */
export function useSentMoney(): readonly (readonly [id: string, SentMoney])[] {
  const { subject } = useOperator();
  const all = useSyncExternalStore(onSentMoney, sentMoney);
  return [...all].filter(([, { operator }]) => operator === subject);
}

/** One payment or reversal, by its name: undefined until it is sent. */
export function useMoneyRequest(name: string) {
  const { subject } = useOperator();
  const id = idOf(subject, name);
  const money = useSentMoney().find(([each]) => each === id)?.[1];
  return {
    money,
    submit: (sent: MoneyRequest) => {
      if (nameOf(sent) === name) void submitMoney(subject, sent);
    },
    askAgain: () => void askAgain(id),
    forget: () => forgetMoney(id),
  };
}
