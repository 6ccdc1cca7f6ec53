import { useEffect, useState } from 'react';
import { holdPending } from './data-pending-attribute';

const PAUSE_MS = 400;

/** The text once the user has stopped typing. */
export function useDebounced<Value>(typed: Value, pauseMs = PAUSE_MS): Value {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (Object.is(typed, settled)) return;
    const release = holdPending();
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => {
      clearTimeout(timer);
      release();
    };
  }, [typed, settled, pauseMs]);
  return settled;
}
