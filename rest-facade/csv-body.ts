import type { z } from 'zod';
import type { RequestParts } from './request/parts.js';
import { type PartsSchema, type ReadOutcome, readWhole, type WholeReading } from './request/reading.js';

/** How an operation reads a body that is CSV: as text, with what JSON would say beside the rows in the query. */
export interface CsvBody {
  /** Names the parameters that such a request has. */
  readonly query: z.ZodObject;
  readonly example: string;
  read(request: RequestParts): ReadOutcome;
}

export function csvBody<S extends PartsSchema>(source: WholeReading<S> & { readonly example: string }): CsvBody {
  return { query: source.request.shape.query, example: source.example, read: readWhole(source) };
}
