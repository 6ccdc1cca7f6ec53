import type { ParsedBatch } from '../../../../connectors/email-providers/port.js';
import type { WebhookBatchRow } from './webhook.store.js';

/** A kept call, and what its adapter made of its body. */
export interface ReadBatch {
  readonly batch: WebhookBatchRow;
  readonly read: ParsedBatch;
}
