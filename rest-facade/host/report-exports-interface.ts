import type { Readable } from 'node:stream';
import type { Caller } from '../../gateway/operation-runner-interface.js';
import type { ExportRequest } from '../../gateway/report-and-payoff-letter-handlers.js';
import type { ReportCode } from '../generated/operations.js';

/** A report, or the general ledger. */
export type ExportCode = ReportCode | 'general-ledger';

/**
 * The reporting subgraph's only stream outside GraphQL: a function call in one process, an HTTP call between processes.
 */
export interface ReportExports {
  /**
   * Returns the whole range as CSV; the first bytes are available.
   *
   * @throws {Problem} as for the report's pages; a later failure destroys the stream.
   */
  csv(code: ExportCode, request: ExportRequest, caller: Caller): Promise<Readable>;
}
