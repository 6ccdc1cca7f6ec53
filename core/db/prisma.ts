import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type Prisma, PrismaClient } from '../../prisma/client/client.js';
import type { Principal } from '../principal/principal.js';
import { traced } from '../telemetry/tracing.js';
import { asPrismaUnavailable } from './prisma-errors.js';
import { type Models, readModels } from './prisma-models.js';
import { withinScope } from './prisma-scope.js';

/**
 * Prisma for ordinary queries, over the pool that statements use: the adapter neither ends a given pool nor changes
 * its type parsers, which it sets per query.
 */
export interface PrismaAccess {
  /**
   * Prisma's models, limited to what the caller may see: every query is restricted to the allowlist; creating a row
   * of another organization, a nested write, and a path from an unscoped model to a scoped one throw.
   */
  scopedTo(principal: Principal): ScopedModels;
  /** Releases the pool without ending it. */
  close(): Promise<void>;
}

/** Only the models: raw calls, transactions and further extensions are not reachable. */
export type ScopedModels = Pick<ReturnType<typeof scopeClient>, Uncapitalize<Prisma.ModelName>>;

export function createPrisma(pool: pg.Pool): PrismaAccess {
  const client = openClient(pool);
  const made = new WeakMap<Principal, ScopedModels>();
  return {
    scopedTo: (principal) => {
      const known = made.get(principal);
      if (known !== undefined) return known;
      const scoped = scopeClient(client, principal);
      made.set(principal, scoped);
      return scoped;
    },
    close: () => client.$disconnect(),
  };
}

export function openClient(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' });
}

/** @param around - wraps each call. */
export function scopeClient(client: PrismaClient, principal: Principal, around: Around = (call) => call()) {
  const models = modelsOf(client);
  const { organizationIds } = principal;
  const everyOrganization = async () =>
    (await client.organization.findMany({ select: { id: true } })).map(({ id }) => id);
  return client.$extends({
    name: 'organization-scope',
    query: {
      $allModels: {
        $allOperations: ({ model, operation, args, query }) =>
          around(async () => {
            try {
              const scoped = await withinScope(
                models,
                { organizationIds, everyOrganization },
                { model, operation, args },
              );
              return await traced(`sql ${model}.${operation}`, { 'db.system.name': 'postgresql' }, () => query(scoped));
            } catch (error) {
              throw asPrismaUnavailable(error);
            }
          }),
      },
      $queryRaw: refuseRaw,
      $queryRawUnsafe: refuseRaw,
      $executeRaw: refuseRaw,
      $executeRawUnsafe: refuseRaw,
    },
  });
}

export type Around = <T>(call: () => Promise<T>) => Promise<T>;

/** The same for every client: they are generated from one schema. */
let known: Models | undefined;
function modelsOf(client: PrismaClient): Models {
  known ??= readModels(client);
  return known;
}

function refuseRaw(): never {
  throw new Error('use registered statements (core/db/database.ts) for raw SQL');
}
