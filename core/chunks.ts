/** Splits the rows, in order, into chunks of the given size; no rows give no chunks. */
export function* chunksOf<T>(rows: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
