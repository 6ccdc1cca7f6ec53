import type { Readable } from 'node:stream';
import type { ExportedList, ListVariables } from '../core/contract/exported-lists.js';
import type { Caller } from './operation-runner-interface.js';

/** The lists of subgraphs as files: a function call in one process, an HTTP call between processes. */
export interface ListExports {
  /**
   * All rows that match as CSV, in the order of the list; the first bytes are available.
   *
   * @throws {Problem} as the list; `insufficient_scope` for a caller who may not export. A later failure destroys the
   *   stream.
   */
  csv(list: ExportedList, variables: ListVariables, caller: Caller): Promise<Readable>;
}

/** A list as a file, whose beginning is in the audit log. */
export interface ListFile {
  readonly csv: Readable;
  /** Records in the audit log how the download ended, and the rows that were sent. It does not throw. */
  ended(outcome: { readonly isComplete: boolean; readonly rows: number }): Promise<void>;
}

export type OpenListFile = (list: ExportedList, variables: ListVariables, caller: Caller) => Promise<ListFile>;
