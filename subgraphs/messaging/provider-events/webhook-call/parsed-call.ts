import type { ParsedBatch } from '../../../../connectors/email-providers/port.js';
import type { WebhookBatchRow } from './stored-call-queue.store.js';

/** A stored call, and its body as parsed by the adapter. */
export interface ReadBatch {
  readonly batch: WebhookBatchRow;
  readonly read: ParsedBatch;
}
