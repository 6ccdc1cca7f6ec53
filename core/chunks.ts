/** The rows in their order, so many at a time; of no rows there is no chunk. */
export function* chunksOf<T>(rows: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
