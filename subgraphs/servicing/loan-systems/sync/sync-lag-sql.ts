/** SQL for the whole seconds since the instant up to which a system's changes are visible; null when there is none. */
export function lagSeconds(syncedThrough: string): string {
  return `extract(epoch from clock_timestamp() - ${syncedThrough})::bigint`;
}
