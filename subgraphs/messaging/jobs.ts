import type { JobHandlers } from '../../core/jobs/jobs.js';
import { matchWaitingEvents } from './campaign/match-waiting.js';
import type { WebhookParts } from './webhook/accept-webhook.js';
import { deleteOldWebhooks } from './webhook/housekeeping.js';
import { BatchProcessor, OVERDUE_AFTER_MS } from './webhook/process-batch.js';

/** The jobs of this subgraph, for the worker. */
export function messagingJobs(source: WebhookParts) {
  const { db, logger } = source;
  const batches = new BatchProcessor(source);
  return {
    handlers: {
      process_webhook_batch: ({ id }) => batches.work(id),
      webhooks_overdue: () => batches.resume(OVERDUE_AFTER_MS),
      match_waiting_events: ({ campaignId }) => matchWaitingEvents(db, logger, campaignId),
      delete_old_webhooks: () => deleteOldWebhooks(db),
    } satisfies JobHandlers,
    /** What a worker that was killed had begun, at once: those of another that lives are worked on twice, and stored once. */
    resumeAtStart: () => batches.resume(0),
  };
}
