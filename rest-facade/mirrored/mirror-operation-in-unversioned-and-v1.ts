import type { z } from 'zod';
import { type OperationSource, operation } from '../declare-operation-route.js';
import type { OperationRoute } from '../route.js';

/** The areas that offer the same operation: the unversioned API with keys, and `/v1` with tokens and scopes. */
export type Mirrored = readonly [unversioned: OperationRoute, v1: OperationRoute];

/**
 * Declares an operation of Area B that `/v1` mirrors, with the same data and the same document. `path` is the
 * unversioned one.
 * The area determines the differences: credentials, effective scopes, and the refusal of an invalid date range.
 */
export function mirrored<S extends Request, A>(source: Omit<OperationSource<S, A>, 'area'>): Mirrored {
  return [
    operation({ ...source, area: 'unversioned' }),
    operation({ ...source, area: 'v1', path: `/v1${source.path}` }),
  ];
}

type Request = z.ZodObject<{ path?: z.ZodObject; query: z.ZodObject; header?: z.ZodObject; body?: z.ZodType }>;
