import DataLoader from 'dataloader';
import type { GraphContext } from './context.js';

/**
 * Collects the references of one request into one read (no N+1).
 *
 * @param load - answers in the order of the keys; undefined or an Error for what is not there.
 */
export function batched<V>(
  load: (keys: readonly string[], context: GraphContext) => Promise<readonly (V | Error)[]>,
): (key: string, context: GraphContext) => Promise<V> {
  const owner = {};
  return (key, context) => {
    const known = context.batches.get(owner);
    if (known instanceof DataLoader) return known.load(key);
    const loader = new DataLoader<string, V>((keys) => load(keys, context));
    context.batches.set(owner, loader);
    return loader.load(key);
  };
}

/** The rows of each key, in the order of the keys: what a batch of lists answers. */
export function groupedBy<R>(
  keys: readonly string[],
  rows: readonly R[],
  keyOf: (row: R) => string,
): readonly (readonly R[])[] {
  const groups = new Map<string, R[]>(keys.map((key) => [key, []]));
  for (const row of rows) groups.get(keyOf(row))?.push(row);
  return keys.map((key) => groups.get(key) ?? []);
}
