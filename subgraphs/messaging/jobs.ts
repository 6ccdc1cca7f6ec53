import type { JobHandlers } from '../../core/jobs/jobs.js';
import { matchOverdue, matchWaitingEvents } from './email/campaign/match-waiting.js';
import type { WebhookParts } from './provider-events/call/accept-webhook.js';
import { deleteOldWebhooks, type Retention } from './provider-events/call/housekeeping.js';
import { BatchProcessor } from './provider-events/call/process-batches.js';

/** The jobs of this subgraph, for the worker. */
export function messagingJobs(source: WebhookParts, retention: Retention) {
  const { db } = source;
  const batches = new BatchProcessor(source);
  return {
    handlers: {
      process_webhooks: () => batches.work(),
      match_waiting_events: (campaign) => matchWaitingEvents(source, campaign),
      match_overdue: () => matchOverdue(source),
      delete_old_webhooks: () => deleteOldWebhooks(db, retention),
    } satisfies JobHandlers,
    /** What a worker that was killed had begun, at once: those of another that lives are worked on twice, and stored once. */
    resumeAtStart: async () => {
      await batches.resume();
      await matchOverdue(source);
    },
  };
}
