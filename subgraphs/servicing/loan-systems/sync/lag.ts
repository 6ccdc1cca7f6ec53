/** Whole seconds since the instant up to which a system's changes are here; null when there is none. SQL. */
export function lagSeconds(syncedThrough: string): string {
  return `extract(epoch from clock_timestamp() - ${syncedThrough})::bigint`;
}
