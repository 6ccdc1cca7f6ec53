import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askAgain, isAskedByItself } from './money-requests';
import { useSentMoney } from './use-sent-money';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Asks again for each unknown outcome of the last minutes, with pauses that double, and reads the page again once one is
 * known. Each request has a timer of its own, so that the answer to one does not delay another.
 */
export function usePolledOutcomes(): void {
  const money = useSentMoney();
  const tries = useRef(new Map<string, number>());
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    for (const [id, request] of money) {
      if (request.state.name !== 'unknown' || timers.current.has(id) || !isAskedByItself(request)) continue;
      const tried = tries.current.get(id) ?? 0;
      tries.current.set(id, tried + 1);
      const ask = () => {
        timers.current.delete(id);
        void askAgain(id);
      };
      timers.current.set(id, setTimeout(ask, Math.min(FIRST_PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS)));
    }
  }, [money]);
  useEffect(() => {
    const started = timers.current;
    return () => {
      for (const timer of started.values()) clearTimeout(timer);
      started.clear();
    };
  }, []);
  const queries = useQueryClient();
  const done = money.flatMap(([id, { state }]) => (state.name === 'done' ? [id] : [])).join('\n');
  useEffect(() => {
    for (const id of done.split('\n')) tries.current.delete(id);
    if (done !== '') void queries.invalidateQueries();
  }, [done, queries]);
}
