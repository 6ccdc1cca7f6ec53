import DataLoader from 'dataloader';
import type { GraphContext } from './context.js';

/** Reads a referenced object together with the others of the same request. */
export interface Batch<V> {
  (key: string, context: GraphContext): Promise<V>;
  /** Stores a value that was already read, so this request does not read it again. */
  prime(key: string, context: GraphContext, value: V): void;
}

/**
 * Combines the references of one request into one read (no N+1).
 *
 * @param load - returns values in the order of the keys; undefined or an Error for a missing one.
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
 * `batched` for a field with arguments, such as a list below each of several parents: one read per distinct set of
 * arguments.
 *
 * @param load - as in `batched`, plus the arguments.
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

/** The rows of each key, in the order of the keys: the result of a batch of lists. */
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
 * The row of each id, in the order of the ids: the result of a batch of references. Primary keys begin with the
 * organization, so an id alone is not unique: an id with two rows is an error, never one of the rows.
 *
 * @param missing - the result for an id without a row.
 */
export function rowById<R extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly R[],
  missing: () => Error,
): readonly (R | Error)[] {
  const found = new Map<string, R | Error>();
  for (const row of rows) {
    const { id } = row;
    found.set(id, found.has(id) ? new Error(`the id ${id} has rows of two organizations`) : row);
  }
  return ids.map((id) => found.get(id) ?? missing());
}
