import DataLoader from 'dataloader';
import type { GraphContext } from './context.js';

/** Reads one of what a request refers to, together with the others. */
export interface Batch<V> {
  (key: string, context: GraphContext): Promise<V>;
  /** Takes what was read already: it is not read again in this request. */
  prime(key: string, context: GraphContext, value: V): void;
}

/**
 * Collects the references of one request into one read (no N+1).
 *
 * @param load - answers in the order of the keys; undefined or an Error for what is not there.
 */
export function batched<V>(
  load: (keys: readonly string[], context: GraphContext) => Promise<readonly (V | Error)[]>,
): Batch<V> {
  const owner = {};
  const loaderOf = (context: GraphContext): DataLoader<string, V> => {
    const known = context.batches.get(owner);
    if (known instanceof DataLoader) return known;
    const loader = new DataLoader<string, V>((keys) => load(keys, context));
    context.batches.set(owner, loader);
    return loader;
  };
  const one = (key: string, context: GraphContext) => loaderOf(context).load(key);
  const prime = (key: string, context: GraphContext, value: V) => void loaderOf(context).prime(key, value);
  return Object.assign(one, { prime });
}

/**
 * The same for a field with arguments, such as a list below each of several parents: one read for all that ask for the same.
 *
 * @param load - what `batched` takes, and the arguments.
 */
export function batchedWith<A extends object, V>(
  load: (keys: readonly string[], asked: A, context: GraphContext) => Promise<readonly (V | Error)[]>,
): (key: string, asked: A, context: GraphContext) => Promise<V> {
  const owner = {};
  return (key, asked, context) => {
    const batches = context.batches.get(owner);
    const known: Map<unknown, unknown> = batches instanceof Map ? batches : new Map();
    if (known !== batches) context.batches.set(owner, known);
    const written = JSON.stringify(Object.entries(asked).sort());
    const batch = known.get(written);
    if (batch instanceof DataLoader) return batch.load(key);
    const loader = new DataLoader<string, V>((keys) => load(keys, asked, context));
    known.set(written, loader);
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

/**
 * The row of each id, in the order of the ids: what a batch of references answers. An id alone is not a key, for keys begin with the
 * organization: one that leads to two rows is an error of its own, never one of them.
 *
 * @param missing - what stands in the place of an id without a row.
 */
export function oneOfEach<R extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly R[],
  missing: () => Error,
): readonly (R | Error)[] {
  const found = new Map<string, R | Error>();
  for (const row of rows) {
    const { id } = row;
    found.set(id, found.has(id) ? new Error(`the id ${id} leads to rows of two organizations`) : row);
  }
  return ids.map((id) => found.get(id) ?? missing());
}
