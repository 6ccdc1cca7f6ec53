import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';

/** Pending work besides queries, mutations and pages: a pause after typing, a download. */
const others = new Set<object>();
let recheck: () => void = () => undefined;

/**
 * Keeps `data-pending` on the document element: `true` while anything is read, written or loaded, or while the result
 * is not shown yet; then `false`. Tests and scripts wait for it.
 */
export function showPending(queries: QueryClient, router: AnyRouter): void {
  const { dataset } = document.documentElement;
  const isPending = () =>
    queries.isFetching() > 0 || queries.isMutating() > 0 || router.state.isLoading || others.size > 0;
  let changes = 0;
  recheck = () => {
    changes += 1;
    dataset['pending'] = 'true';
    const seen = changes;
    afterRender(() => {
      if (seen === changes && !isPending()) dataset['pending'] = 'false';
    });
  };
  queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') recheck();
  });
  queries.getMutationCache().subscribe(() => recheck());
  router.subscribe('onBeforeNavigate', recheck);
  router.subscribe('onResolved', recheck);
  recheck();
}

/** Marks other work as pending until the returned function is called. */
export function holdPending(): () => void {
  const held = {};
  others.add(held);
  recheck();
  return () => {
    if (others.delete(held)) recheck();
  };
}

/** The same for a promise. */
export async function pendingWhile<Result>(work: Promise<Result>): Promise<Result> {
  const release = holdPending();
  try {
    return await work;
  } finally {
    release();
  }
}

/**
 * Waits until the change is on the screen. Queries notify their components by a timer, components start the next
 * queries when they are rendered, and a table measures itself in its own frame: so it waits for two frames, each
 * followed by a timer.
 */
function afterRender(then: () => void): void {
  const frame = (next: () => void) => requestAnimationFrame(() => setTimeout(next));
  frame(() => frame(then));
}
