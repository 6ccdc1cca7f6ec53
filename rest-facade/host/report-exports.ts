import type { Readable } from 'node:stream';
import type { ExportRequest } from '../../gateway/exports.js';
import type { Caller } from '../../gateway/operation.js';
import type { ReportCode } from '../generated/operations.js';

/** A report, or the general ledger. */
export type ExportCode = ReportCode | 'general-ledger';

/** The reporting subgraph's one stream that is not GraphQL: in one process a function, apart an HTTP hop. */
export interface ReportExports {
  /**
   * The whole range as CSV; its first bytes are there.
   *
   * @throws {Problem} as the report's pages; what fails later destroys the stream.
   */
  csv(code: ExportCode, request: ExportRequest, caller: Caller): Promise<Readable>;
}
