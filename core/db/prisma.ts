import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type Prisma, PrismaClient } from '../../prisma/client/client.js';
import type { Principal } from '../principal/principal.js';
import { traced } from '../telemetry/traced.js';
import { asPrismaUnavailable } from './prisma-errors.js';
import { type Models, readModels } from './prisma-models.js';
import { withinScope } from './prisma-scope.js';

/**
 * Prisma for ordinary queries, over the pool that the SQL door uses: the adapter neither ends a pool that it is handed
 * nor changes its type parsers, which it sets per query.
 */
export interface PrismaDoor {
  /**
   * Prisma's models as this caller may see them: every query is kept inside the allowlist, creating a row of another
   * organization throws, and so does a nested write or a way from an unscoped model to a scoped one.
   */
  scopedTo(principal: Principal): ScopedModels;
  /** Lets go of the pool, without ending it. */
  close(): Promise<void>;
}

/** The models alone: raw calls, transactions and further extensions are not reachable. */
export type ScopedModels = Pick<ReturnType<typeof scopeClient>, Uncapitalize<Prisma.ModelName>>;

export function createPrisma(pool: pg.Pool): PrismaDoor {
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

/** @param around - what each call is made through. */
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
  throw new Error('raw SQL goes as registered statements through core/db/database.ts');
}
