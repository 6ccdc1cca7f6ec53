import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../../../../core/db/database.js';
import { Problem } from '../../../../core/errors/problem.js';
import { redactedError } from '../../../../core/errors/redacted-error.js';
import type { Logger } from '../../../../core/logging/logger.js';

/** What is put in together as long as nothing is wrong with any of it. */
export interface Enterable<Item> {
  readonly items: readonly Item[];
  enter(tx: Transaction, items: readonly Item[]): Promise<void>;
  /** Sets one aside that cannot be stored, so that it holds up nobody. */
  setAside(item: Item, failure: { readonly error: string; readonly attempts: number }): Promise<void>;
}

/** How often an event is tried by itself before it is set aside: enough for a deadlock or a lock, never a reason to stop. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 10;

/**
 * Puts items in together, and when that fails in halves, down to the one that fails by itself: it is found and set aside, and
 * the others are not held up. A set that takes the database too long is smaller in halves, too.
 *
 * @returns how many were set aside
 * @throws {Problem} `service_unavailable`, `outcome_unknown`: the database's trouble is nobody's fault among the items.
 */
export async function enterPatiently<Item>(db: Database, logger: Logger, request: Enterable<Item>): Promise<number> {
  const { items } = request;
  const [item] = items;
  if (item === undefined) return 0;
  if (items.length === 1) return enterOne(db, logger, request, item);
  if ((await attempt(db, request, items)) === undefined) return 0;
  const middle = Math.ceil(items.length / 2);
  const first = await enterPatiently(db, logger, { ...request, items: items.slice(0, middle) });
  return first + (await enterPatiently(db, logger, { ...request, items: items.slice(middle) }));
}

async function enterOne<Item>(db: Database, logger: Logger, request: Enterable<Item>, item: Item): Promise<number> {
  let failure: { readonly error: unknown } | undefined;
  let attempts = 0;
  while (attempts < ATTEMPTS) {
    if (attempts > 0) await sleep(FIRST_PAUSE_MS * 2 ** attempts);
    failure = await attempt(db, request, [item]);
    if (failure === undefined) return 0;
    attempts += 1;
    if (tookTooLong(failure.error)) break; // five times as long would hold up the others
  }
  const error = redactedError(failure?.error);
  logger.warn({ error, attempts }, 'an event cannot be stored and is set aside');
  await request.setAside(item, { error, attempts });
  return 1;
}

/** What went wrong; undefined when nothing did. */
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

/** Postgres gave the statement up (`query_canceled`): elsewhere a sign of trouble, here that of a set that is too much for it. */
function tookTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}
