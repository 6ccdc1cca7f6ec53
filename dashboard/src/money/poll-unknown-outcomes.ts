import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askAgain } from './money-requests';
import { useSentMoney } from './use-sent-money';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Asks again for each unknown outcome, with pauses that double, and reads the page again once one is known. */
export function usePolledOutcomes(): void {
  const money = useSentMoney();
  const tries = useRef(new Map<string, number>());
  const inState = (wanted: string) =>
    money.flatMap(([name, { state }]) => (state.name === wanted ? [name] : [])).join();
  const [unknown, done] = [inState('unknown'), inState('done')];
  useEffect(() => {
    if (unknown === '') return;
    const timers = unknown.split(',').map((name) => {
      const tried = tries.current.get(name) ?? 0;
      const ask = () => {
        tries.current.set(name, tried + 1);
        void askAgain(name);
      };
      return setTimeout(ask, Math.min(FIRST_PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS));
    });
    return () => timers.forEach(clearTimeout);
  }, [unknown]);
  const queries = useQueryClient();
  useEffect(() => {
    for (const name of done.split(',')) tries.current.delete(name);
    if (done !== '') void queries.invalidateQueries();
  }, [done, queries]);
}
