import type { ParsedBatch } from '../../../../connectors/email-providers/port.js';
import type { WebhookBatchRow } from './webhook.store.js';

/** A stored call, and its body as parsed by the adapter. */
export interface ReadBatch {
  readonly batch: WebhookBatchRow;
  readonly read: ParsedBatch;
}
