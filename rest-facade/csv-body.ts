import type { z } from 'zod';
import { type PartsSchema, type ReadOutcome, readWhole, type WholeReading } from './request/read-request.js';
import type { RequestParts } from './request/request-parts.js';

/** How an operation reads a CSV body: the rows as text, and the other JSON fields from the query. */
export interface CsvBody {
  /** The names of those query parameters. */
  readonly query: z.ZodObject;
  readonly example: string;
  read(request: RequestParts): ReadOutcome;
}

export function csvBody<S extends PartsSchema>(source: WholeReading<S> & { readonly example: string }): CsvBody {
  return { query: source.request.shape.query, example: source.example, read: readWhole(source) };
}
