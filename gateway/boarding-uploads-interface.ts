import type { FileCharset } from '../core/files/charset.js';
import type { Caller } from './operation-runner-interface.js';

export interface BoardingUpload {
  readonly organizationId: string;
  readonly loanSystemCode?: string | undefined;
  readonly isDryRun: boolean;
  readonly skipsInvalid: boolean;
  readonly isStrict: boolean;
  readonly idempotencyKey: string;
  readonly format: 'csv' | 'ndjson';
  readonly charset: FileCharset;
}

/** The servicing subgraph's stream outside GraphQL: a function call in one process, an HTTP call between processes. */
export interface BoardingUploads {
  /** Receives a file as a stream. @throws {Problem} the refusal; `outcome_unknown` if the response was lost */
  take(
    request: BoardingUpload,
    bytes: AsyncIterable<Buffer>,
    caller: Caller,
  ): Promise<{ readonly id: string; readonly replayed: boolean }>;
}
