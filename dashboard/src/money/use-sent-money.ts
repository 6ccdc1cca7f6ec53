import { useSyncExternalStore } from 'react';
import { useOperator } from '../session/operator';
import { type MoneyRequest, nameOf } from './money-request';
import { askAgain, forgetMoney, onSentMoney, type SentMoney, sentMoney, submitMoney } from './money-requests';

/** The payments and reversals that the operator sent from this tab, by name. */
export function useSentMoney(): readonly (readonly [name: string, SentMoney])[] {
  const { subject } = useOperator();
  const all = useSyncExternalStore(onSentMoney, sentMoney);
  return [...all].filter(([, { operator }]) => operator === subject);
}

/** One payment or reversal, by its name: undefined until it is sent. */
export function useMoneyRequest(name: string) {
  const { subject } = useOperator();
  const money = useSentMoney().find(([each]) => each === name)?.[1];
  return {
    money,
    submit: (sent: MoneyRequest) => {
      if (nameOf(sent) === name) void submitMoney(subject, sent);
    },
    askAgain: () => void askAgain(name),
    forget: () => forgetMoney(name),
  };
}
