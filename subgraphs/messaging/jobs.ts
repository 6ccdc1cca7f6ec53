import type { JobHandlers } from '../../core/jobs/job-types-and-enqueue.js';
import { matchOverdue, matchWaitingEvents } from './email/campaign/enter-events-that-waited-for-campaign.js';
import type { WebhookParts } from './provider-events/webhook-call/accept-webhook.js';
import {
  deleteOldWebhooks,
  type Retention,
} from './provider-events/webhook-call/delete-old-calls-receipts-and-events.js';
import { BatchProcessor } from './provider-events/webhook-call/process-stored-calls.js';

/** This subgraph's jobs for the worker. */
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
    /**
     * Immediately resumes the work of killed workers. Work of a worker that is still running may be done twice, but
     * is stored once.
     */
    resumeAtStart: async () => {
      await batches.resume();
      await matchOverdue(source);
    },
  };
}
