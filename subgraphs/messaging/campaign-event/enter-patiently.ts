import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../../../core/db/database.js';
import { Problem } from '../../../core/errors/problem.js';
import { redactedError } from '../../../core/errors/redacted-error.js';
import type { Logger } from '../../../core/logger.js';

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
 * Puts items in together, and when that fails one by one, so that the one that fails is found and the others are not held up.
 *
 * @returns how many were set aside
 * @throws {Problem} `service_unavailable`, `outcome_unknown`: the database's trouble is nobody's fault among the items.
 */
export async function enterPatiently<Item>(db: Database, logger: Logger, request: Enterable<Item>): Promise<number> {
  const { items } = request;
  if (items.length === 0 || (await attempt(db, request, items)) === undefined) return 0;
  let poison = 0;
  for (const item of items) {
    const error = await attemptOften(db, request, item);
    if (error === undefined) continue;
    poison += 1;
    logger.warn({ error: redactedError(error) }, 'an event cannot be stored and is set aside');
    await request.setAside(item, { error: redactedError(error), attempts: ATTEMPTS });
  }
  return poison;
}

async function attemptOften<Item>(db: Database, request: Enterable<Item>, item: Item): Promise<unknown> {
  let error: unknown;
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    if (tried > 0) await sleep(FIRST_PAUSE_MS * 2 ** tried);
    error = await attempt(db, request, [item]);
    if (error === undefined) return undefined;
  }
  return error;
}

/** What went wrong; undefined when nothing did. */
async function attempt<Item>(db: Database, { enter }: Enterable<Item>, items: readonly Item[]): Promise<unknown> {
  try {
    await db.transaction((tx) => enter(tx, items));
    return undefined;
  } catch (error) {
    if (error instanceof Problem) throw error;
    return error ?? new Error('it failed without saying why');
  }
}
