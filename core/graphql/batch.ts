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
