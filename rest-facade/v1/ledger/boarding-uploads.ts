import type { FileCharset } from '../../../core/files/charset.js';
import type { Caller } from '../../../gateway/operation.js';

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

/** The servicing subgraph's stream that is not GraphQL: in one process a function, apart an HTTP hop. */
export interface BoardingUploads {
  /** Takes a file as it arrives. @throws {Problem} what refuses it; of a lost answer `outcome_unknown` */
  take(
    request: BoardingUpload,
    bytes: AsyncIterable<Buffer>,
    caller: Caller,
  ): Promise<{ readonly id: string; readonly replayed: boolean }>;
}
