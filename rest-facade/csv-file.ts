import type { GraphAnswer } from './answer/from-graph.js';
import type { RequestParts } from './request/parts.js';

/** How a list also answers as a file that one more operation of the graph writes. */
export interface CsvFile {
  /** Its variables are the route's path. */
  readonly operationId: string;
  /** Without its ending. */
  name(path: RequestParts['path']): string;
  text(answer: GraphAnswer): string;
}

export function csvFile<A>(source: {
  readonly operationId: string;
  name(path: RequestParts['path']): string;
  text(answer: A): string | null;
}): CsvFile {
  return {
    operationId: source.operationId,
    name: (path) => source.name(path),
    // As for the route's own document: execution can answer nothing else.
    text: (answer) => source.text(answer as A) ?? '',
  };
}
