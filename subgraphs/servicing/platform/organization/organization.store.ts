import { columns, derived, type RowOf } from '../../../../core/db/columns.js';
import type { ListDefinition } from '../../../../core/db/paged-lists.js';
import type { ScopedModels } from '../../../../core/db/prisma.js';
import { rowOf, selected } from '../../../../core/db/prisma-rows-by-columns.js';
import { statement } from '../../../../core/db/statement.js';

const ORGANIZATION = columns('Organization', 'organization', [
  'id',
  'displayName',
  'isActive',
  'legalName',
  'dbaName',
  'timeZone',
  'isSandbox',
  'pausesAutopayAfterChargeOff',
  'recoveringSince',
]);
export type OrganizationRow = RowOf<typeof ORGANIZATION>;

export async function organizationsByIds(
  { organization }: ScopedModels,
  ids: readonly string[],
): Promise<readonly OrganizationRow[]> {
  const found = await organization.findMany({ select: selected(ORGANIZATION), where: { id: { in: [...ids] } } });
  return found.map((row) => rowOf(ORGANIZATION, row));
}

type Names = Omit<OrganizationRow, 'isActive' | 'recoveringSince'>;

/**
 * Only an admin of all organizations may create one. Waits for another insert of the same id.
 *
 * @returns whether it was inserted; false: there is one with this id
 */
export async function insertOrganization({ organization }: ScopedModels, names: Names): Promise<boolean> {
  return (await organization.createMany({ data: [names], skipDuplicates: true })).count === 1;
}

/** The id of the first organization that is no sandbox. */
export async function firstLender({ organization }: ScopedModels): Promise<string | undefined> {
  const where = { isSandbox: false };
  return (await organization.findFirst({ select: { id: true }, where, orderBy: { id: 'asc' } }))?.id;
}

/** The clock of a sandbox organization, created with it. */
export async function insertTestClock({ testClock }: ScopedModels, organizationId: string): Promise<void> {
  await testClock.create({ select: { organizationId: true }, data: { organizationId } });
}

/** Locked until the transaction ends: waits for reservations in progress, and blocks new ones. */
export const lockOrganization = statement({
  name: 'organization.lock',
  takes: { id: 'Organization.id' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `
    select ${ORGANIZATION} from organization where id = ${p.id} and ${scope('id')} for no key update`,
});

/** Only under its lock. */
export async function updateStoredOrganization(
  { organization }: ScopedModels,
  { id, ...change }: Omit<OrganizationRow, 'isSandbox'>,
): Promise<OrganizationRow> {
  return rowOf(
    ORGANIZATION,
    await organization.update({ select: selected(ORGANIZATION), where: { id }, data: change }),
  );
}

/**
 * Reports ask Postgres for an organization's day. Its time zone data may be older than ours, or lack aliases (Debian's
 * `tzdata`).
 */
export const timeZoneInPostgres = statement({
  name: 'organization.time_zone_known',
  takes: { timeZone: 'Organization.timeZone' },
  gives: derived({ isKnown: 'bool' }),
  unscoped: 'reads_no_rows',
  text: ({ p }) => `select exists (select from pg_timezone_names where name = ${p.timeZone}) as "isKnown"`,
});

type Created = { createdFrom: string; createdBefore: string };
type After = { after: string };

const organizationPage = statement({
  name: 'organization.page',
  takes: { createdFrom: 'timestamptz', createdBefore: 'timestamptz', after: 'Organization.id', limit: 'int8' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `
    select ${ORGANIZATION} from organization where id > ${p.after}::text and ${scope('id')}
      and created_at >= ${p.createdFrom}::timestamptz and created_at < ${p.createdBefore}::timestamptz
    order by id limit ${p.limit}`,
});

/** In order of id. */
export const ORGANIZATIONS: ListDefinition<Created, After, OrganizationRow> = {
  name: 'organizations',
  statement: organizationPage,
  start: { after: '' },
  positionOf: ({ id }) => ({ after: id }),
};
