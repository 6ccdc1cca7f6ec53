import { z } from 'zod';
import { asUnavailable } from './unavailable-errors.js';

/** The adapter's names for connections that cannot be opened or are lost; it gives these no SQLSTATE. */
const UNREACHABLE = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
const CONNECTION_FAILURE = '08006';

const adapterError = z.object({
  meta: z.object({
    driverAdapterError: z.object({ cause: z.object({ kind: z.string(), originalCode: z.string().optional() }) }),
  }),
});

/**
 * The rule of `asUnavailable` for Prisma's form of database errors: an unreachable database is `service_unavailable`.
 */
export function asPrismaUnavailable(error: unknown): unknown {
  const parsed = adapterError.safeParse(error);
  if (!parsed.success) return asUnavailable(error);
  const { kind, originalCode } = parsed.data.meta.driverAdapterError.cause;
  const code = originalCode ?? (UNREACHABLE.has(kind) ? CONNECTION_FAILURE : '');
  const translated = Object.assign(new Error('Prisma lost the database', { cause: error }), { code });
  const presented = asUnavailable(translated);
  return presented === translated ? error : presented;
}
