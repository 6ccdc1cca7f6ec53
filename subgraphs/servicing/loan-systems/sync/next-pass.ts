/** Scope of a pass: every loan, or those that changed. */
export type SyncMode = 'full' | 'incremental';

/** Position of a pass. Stored as JSON, so that another process can resume it. */
export type Place =
  /** Before everything else, in a system that lists changes: what that list names. */
  | { readonly at: 'changes' }
  /** The page of heads to read next, in the adapter's own format. */
  | { readonly at: 'heads'; readonly page: string | null }
  /** After the last page of a full pass: loans that the pass has not seen, after this id. */
  | { readonly at: 'missing'; readonly after: string }
  /** After those, where contact data can change by itself: persons after this id, whose data is read again. */
  | { readonly at: 'persons'; readonly after: string }
  /** After the changes, once a business day: loans whose arrears may have changed, after this id. */
  | { readonly at: 'arrears'; readonly after: string }
  /** After the last page of an incremental pass: loans that an earlier pass could not read or write, after this id. */
  | { readonly at: 'failed'; readonly after: string };

export const FIRST_PLACE: Place = { at: 'heads', page: null };

/** State of a system's passes when the next one is to begin. Instants are from Postgres' clock. */
export interface PreviousPasses {
  readonly mode: SyncMode;
  readonly isFinished: boolean;
  /** How often the pass was begun or resumed since it last made progress. */
  readonly attempts: number;
  readonly hasBeenSynced: boolean;
}

/** After five failed attempts at one position, the system may no longer recognize it: a new pass begins. */
const MOST_ATTEMPTS = 5;

/**
 * Whether to resume the previous pass or begin a new one. A system that was never synced needs a full pass first; an
 * interrupted full pass is finished before anything else.
 */
export function nextPass(before: PreviousPasses | undefined, wanted: SyncMode): SyncMode | 'go_on' {
  if (before === undefined) return 'full';
  const serves = before.mode === 'full' || wanted === 'incremental';
  if (!before.isFinished && serves && before.attempts < MOST_ATTEMPTS) return 'go_on';
  return before.hasBeenSynced ? wanted : 'full';
}

export interface Due {
  /** Minutes since the last pass began; undefined: there was none. */
  readonly beganMinutesAgo: number | undefined;
  readonly isFinished: boolean;
  /** Minutes since the last finished full pass began. */
  readonly fullMinutesAgo: number | undefined;
  readonly everyMinutes: number;
  /** Instead of `everyMinutes`, for a system whose list of changes is followed. */
  readonly changesEverySeconds: number;
  readonly followsChanges: boolean;
}

const FULL_EVERY_MINUTES = 24 * 60;

/** Which pass of a system is due now, if any. An interrupted pass is resumed at once. */
export function duePass({ beganMinutesAgo, isFinished, fullMinutesAgo, ...due }: Due): SyncMode | undefined {
  const everyMinutes = due.followsChanges ? due.changesEverySeconds / 60 : due.everyMinutes;
  if (beganMinutesAgo === undefined || fullMinutesAgo === undefined || fullMinutesAgo >= FULL_EVERY_MINUTES)
    return 'full';
  return !isFinished || beganMinutesAgo >= everyMinutes ? 'incremental' : undefined;
}
