import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { redactedError } from '../../../../core/errors/redacted-error.js';
import type { Logger } from '../../../../core/logging/logger.js';

/** Items entered together, as long as none of them fails. */
export interface Enterable<Item> {
  readonly items: readonly Item[];
  enter(tx: Transaction, items: readonly Item[]): Promise<void>;
  /** Sets an item aside that cannot be stored, so that it does not delay the others. */
  setAside(item: Item, failure: { readonly error: string; readonly attempts: number }): Promise<void>;
}

/**
 * Attempts for a single event before it is set aside: enough to survive a deadlock or lock timeout, and never a
 * reason to stop.
 */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10;

/**
 * Enters items together. On failure it splits them in halves, down to the single failing item, which is set aside, so
 * the others are not delayed. Splitting also helps a set that takes the database too long.
 *
 * @returns how many were set aside
 * @throws {Problem} `service_unavailable`, `outcome_unknown`: a database failure is no item's fault.
 */
export async function enterInHalves<Item>(db: Database, logger: Logger, request: Enterable<Item>): Promise<number> {
  const { items } = request;
  const [item] = items;
  if (item === undefined) return 0;
  if (items.length === 1) return enterOne(db, logger, request, item);
  if ((await attempt(db, request, items)) === undefined) return 0;
  const middle = Math.ceil(items.length / 2);
  const first = await enterInHalves(db, logger, { ...request, items: items.slice(0, middle) });
  return first + (await enterInHalves(db, logger, { ...request, items: items.slice(middle) }));
}

async function enterOne<Item>(db: Database, logger: Logger, request: Enterable<Item>, item: Item): Promise<number> {
  let failure: { readonly error: unknown } | undefined;
  let attempts = 0;
  while (attempts < ATTEMPTS) {
    if (attempts > 0) await sleep(FIRST_PAUSE_MS * 2 ** attempts);
    failure = await attempt(db, request, [item]);
    if (failure === undefined) return 0;
    attempts += 1;
    if (tookTooLong(failure.error)) break; // five times as long would delay the others
  }
  const error = redactedError(failure?.error);
  logger.warn({ error, attempts }, 'an event cannot be stored and is set aside');
  await request.setAside(item, { error, attempts });
  return 1;
}

/** The error; undefined on success. */
async function attempt<Item>(
  db: Database,
  { enter }: Enterable<Item>,
  items: readonly Item[],
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await db.transaction((tx) => enter(tx, items));
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) return { error };
    if (tookTooLong(error.cause)) return { error: error.cause };
    throw error;
  }
}

/**
 * Postgres cancelled the statement (`query_canceled`): elsewhere a sign of trouble, here of a set that is too large.
 */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}
