import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { messageOf } from '../graph/problem';

/** On every page: what is shown could not be read again, so it may be out of date. */
export function StaleBar() {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const problem = useSyncExternalStore(subscribe, () => {
    const stale = cache
      .getAll()
      .find((query) => query.isActive() && query.state.data !== undefined && query.state.error);
    return stale && messageOf(stale.state.error);
  });
  return (
    <div role="status" className="outcomes">
      {problem !== undefined && (
        <div className="notice">
          <p>Some of what is shown could not be read again, and may be out of date: {problem}</p>
        </div>
      )}
    </div>
  );
}
