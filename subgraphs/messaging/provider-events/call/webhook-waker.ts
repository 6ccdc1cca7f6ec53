import type { Database } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/jobs.js';
import type { Logger } from '../../../../core/logging/logger.js';

/** What is accepted meanwhile is in what the worker finds. */
const AFTER_MS = 5;

/** Behind what moves money. */
const PRIORITY = 10;

/** Has a worker look at the calls that wait. */
export function wakeWorker(db: Database): Promise<void> {
  return enqueue(db, 'process_webhooks', {}, { delayMs: 0, key: 'process_webhooks', priority: PRIORITY });
}

/**
 * Wakes a worker soon after calls were kept, once for all of them: of transactions that notify, Postgres commits one at a time,
 * which would hold up every call. When this process dies before, the next call wakes the worker, or its next minute.
 */
export class WebhookWaker {
  readonly #db: Database;
  readonly #logger: Logger;
  #isWaking = false;

  constructor({ db, logger }: { readonly db: Database; readonly logger: Logger }) {
    this.#db = db;
    this.#logger = logger;
  }

  wake(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setTimeout(() => {
      this.#isWaking = false;
      wakeWorker(this.#db).catch((error: unknown) => this.#logger.debug({ err: error }, 'no worker could be woken'));
    }, AFTER_MS).unref();
  }
}
