/** What a pass goes through: every loan, or those that changed. */
export type SyncMode = 'full' | 'incremental';

/** Where a pass stands. It is kept as JSON, so that another process may go on from here. */
export type Place =
  /** The page of heads to read next, in the adapter's own words. */
  | { readonly at: 'heads'; readonly page: string | null }
  /** After the last page of a full pass: loans that were not seen in it, behind this one. */
  | { readonly at: 'missing'; readonly after: string }
  /** After the last page of an incremental one: loans that an earlier pass could not read or write, behind this one. */
  | { readonly at: 'failed'; readonly after: string };

export const FIRST_PLACE: Place = { at: 'heads', page: null };

/** What is known of a system's passes when the next one is to begin. Instants are of Postgres' clock. */
export interface PassBefore {
  readonly mode: SyncMode;
  readonly isFinished: boolean;
  /** How often it was begun or gone on with since it last got further. */
  readonly attempts: number;
  readonly hasBeenSynced: boolean;
}

/** A place that could not be left five times may be one that the system has forgotten: the pass begins anew. */
const MOST_ATTEMPTS = 5;

/**
 * Whether to go on with the pass before, or to begin one. What was never synced needs a full one first; a full pass that was
 * cut short is finished before anything else.
 */
export function nextPass(before: PassBefore | undefined, wanted: SyncMode): SyncMode | 'go_on' {
  if (before === undefined) return 'full';
  const serves = before.mode === 'full' || wanted === 'incremental';
  if (!before.isFinished && serves && before.attempts < MOST_ATTEMPTS) return 'go_on';
  return before.hasBeenSynced ? wanted : 'full';
}

export interface Due {
  /** Since the last pass began, minutes; undefined: there was none. */
  readonly beganMinutesAgo: number | undefined;
  readonly isFinished: boolean;
  /** Since the last finished full pass began, minutes. */
  readonly fullMinutesAgo: number | undefined;
  readonly everyMinutes: number;
}

const FULL_EVERY_MINUTES = 24 * 60;

/** Which pass of a system is due now, if any. One that was cut short is gone on with at once. */
export function duePass({ beganMinutesAgo, isFinished, fullMinutesAgo, everyMinutes }: Due): SyncMode | undefined {
  if (beganMinutesAgo === undefined || fullMinutesAgo === undefined || fullMinutesAgo >= FULL_EVERY_MINUTES)
    return 'full';
  return !isFinished || beganMinutesAgo >= everyMinutes ? 'incremental' : undefined;
}
