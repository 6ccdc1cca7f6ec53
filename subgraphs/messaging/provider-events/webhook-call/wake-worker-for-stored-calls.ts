import type { Database } from '../../../../core/db/database.js';
import { enqueue } from '../../../../core/jobs/job-types-and-enqueue.js';
import type { Logger } from '../../../../core/logging/logger.js';
import type { ServiceParts } from '../../../../core/service-parts.js';

/** The worker also finds calls accepted during this pause. */
const AFTER_MS = 5;

/** After jobs that move money. */
const PRIORITY = 10;

/** Makes a worker process the waiting calls. */
export function wakeWorker(db: Database): Promise<void> {
  return enqueue(db, 'process_webhooks', {}, { delayMs: 0, key: 'process_webhooks', priority: PRIORITY });
}

/**
 * Wakes a worker soon after calls were stored, once for all of them: Postgres commits notifying transactions one at a
 * time, which would delay every call. If this process dies first, the next call wakes the worker, or the worker's own
 * poll every minute.
 */
export class WebhookWaker {
  readonly #db: Database;
  readonly #logger: Logger;
  #isWaking = false;

  constructor({ db, logger }: Pick<ServiceParts, 'db' | 'logger'>) {
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
