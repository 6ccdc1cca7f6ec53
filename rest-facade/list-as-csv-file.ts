import type { GraphAnswer } from './answer/graph-answer.js';
import type { RequestParts } from './request/request-parts.js';

/** How a list is also served as a file, which another operation of the graph writes. */
export interface CsvFile {
  /** The file operation's variables come from the route's path. */
  readonly operationId: string;
  /** File name without its extension. */
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
    // As for the route's own document: execution returns only this type.
    text: (answer) => source.text(answer as A) ?? '',
  };
}
