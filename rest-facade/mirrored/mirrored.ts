import type { z } from 'zod';
import { type OperationSource, operation } from '../operation.js';
import type { OperationRoute } from '../route.js';

/** The areas that offer the same operation: the unversioned surface with keys, and `/v1` with tokens and scopes. */
export type Mirrored = readonly [unversioned: OperationRoute, v1: OperationRoute];

/**
 * Declares an operation of Area B that `/v1` mirrors: same data, same document, two doors. `path` is the unversioned one.
 * What differs follows from the area: credentials, effective scopes, and how a bad date range is refused.
 */
export function mirrored<S extends Request, A>(source: Omit<OperationSource<S, A>, 'area'>): Mirrored {
  return [
    operation({ ...source, area: 'unversioned' }),
    operation({ ...source, area: 'v1', path: `/v1${source.path}` }),
  ];
}

type Request = z.ZodObject<{ path?: z.ZodObject; query: z.ZodObject; header?: z.ZodObject; body?: z.ZodType }>;
