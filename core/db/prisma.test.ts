import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { ownText } from '../contract/stored-text.js';
import { type Principal, systemPrincipal } from '../principal/principal.js';
import { createPool } from './pool.js';
import { createPrisma, type PrismaAccess } from './prisma.js';

const callerOf = (...organizationIds: string[]): Principal => ({
  kind: 'api_key',
  actor: 'abcdefgh',
  organizationIds,
  scopes: [],
});
const [a, b, everyone] = [callerOf('A'), callerOf('B'), systemPrincipal('test')];

describe('Prisma with a caller’s scope', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let door: PrismaAccess;

  beforeAll(async () => {
    database = await freshDatabase();
    pool = createPool(database.url, 4, silent);
    door = createPrisma(pool);
    const all = door.scopedTo(everyone);
    await all.loanSystem.create({ data: { code: 'ledger', kind: 'ledger' } });
    for (const id of ['A', 'B']) {
      await all.organization.create({
        data: { id, displayName: ownText(id), legalName: ownText(id), dbaName: ownText(id) },
      });
      await all.person.create({ data: { id: `${id}-person`, organizationId: id, displayName: ownText(id) } });
      await all.account.create({ data: accountOf(id) });
    }
  });
  afterAll(async () => {
    await door.close();
    await pool.end();
    await database.drop();
  });

  it('sees its own rows, and another organization’s as missing', async () => {
    const models = door.scopedTo(a);
    expect((await models.organization.findMany()).map(({ id }) => id)).toEqual(['A']);
    expect((await models.person.findMany()).map(({ id }) => id)).toEqual(['A-person']);
    expect(await models.account.count()).toBe(1);
    expect(
      await models.account.findUnique({ where: { organizationId_id: { organizationId: 'A', id: 'A-account' } } }),
    ).not.toBeNull();
    expect(
      await models.account.findUnique({ where: { organizationId_id: { organizationId: 'B', id: 'B-account' } } }),
    ).toBeNull();
    const foreign = { organizationId_id: { organizationId: 'B', id: 'B-account' } };
    expect(await models.account.findUnique({ where: foreign })).toBeNull();
    await expect(
      models.account.findUniqueOrThrow({ where: { organizationId_id: { organizationId: 'B', id: 'B-account' } } }),
    ).rejects.toMatchObject({
      code: 'P2025',
    });
    const grouped = await models.account.groupBy({ by: ['organizationId'], _count: true });
    expect(grouped).toEqual([{ organizationId: 'A', _count: 1 }]);
    expect(await models.account.aggregate({ _sum: { currentBalanceCents: true } })).toEqual({
      _sum: { currentBalanceCents: 1000n },
    });
  });

  it('changes and deletes no row of another organization', async () => {
    const models = door.scopedTo(a);
    await expect(
      models.person.update({
        where: { organizationId_id: { organizationId: 'B', id: 'B-person' } },
        data: { displayName: ownText('x') },
      }),
    ).rejects.toMatchObject({
      code: 'P2025',
    });
    await expect(
      models.person.delete({ where: { organizationId_id: { organizationId: 'B', id: 'B-person' } } }),
    ).rejects.toMatchObject({ code: 'P2025' });
    expect(await models.person.updateMany({ where: { id: 'B-person' }, data: { displayName: ownText('x') } })).toEqual({
      count: 0,
    });
    expect(await models.accountBorrower.deleteMany()).toEqual({ count: 0 });
    // The organization is part of the key: the same id there is a separate row.
    const own = { id: 'B-person', organizationId: 'A', displayName: ownText('x') };
    const where = { organizationId_id: { organizationId: 'A', id: 'B-person' } };
    await models.person.upsert({ where, create: own, update: { displayName: ownText('x') } });
    await models.person.delete({ where });
    expect(await door.scopedTo(b).person.findMany()).toMatchObject([{ id: 'B-person', displayName: 'B' }]);
  });

  it('writes only into its own organization', async () => {
    const models = door.scopedTo(a);
    const created = await models.person.create({
      data: { id: 'A-second', organizationId: 'A', displayName: ownText('second') },
    });
    expect(created.organizationId).toBe('A');
    await models.person.delete({ where: { organizationId_id: { organizationId: 'A', id: 'A-second' } } });
    const stray = { id: 'A-third', organizationId: 'B', displayName: ownText('third') };
    await expect(models.person.create({ data: stray })).rejects.toThrow('outside');
  });

  it('reads relations within the organization: the composite foreign keys keep them there', async () => {
    const [person] = await door
      .scopedTo(a)
      .person.findMany({ include: { primaryAccounts: { include: { payments: true } } } });
    expect(person?.primaryAccounts.map(({ id }) => id)).toEqual(['A-account']);
    const crossing = { ...accountOf('A'), id: 'crossing', externalId: 'crossing', primaryBorrowerPartyId: 'B-person' };
    await expect(door.scopedTo(a).account.create({ data: crossing })).rejects.toMatchObject({ code: 'P2003' });
    await expect(door.scopedTo(everyone).account.create({ data: crossing })).rejects.toMatchObject({ code: 'P2003' });
  });

  it('refuses nested writes and paths through unscoped models', async () => {
    const models = door.scopedTo(a);
    const connect = { primaryAccounts: { connect: { organizationId_id: { organizationId: 'B', id: 'B-account' } } } };
    await expect(
      models.person.update({ where: { organizationId_id: { organizationId: 'A', id: 'A-person' } }, data: connect }),
    ).rejects.toThrow('through a relation');
    await expect(models.loanSystem.findMany({ include: { accounts: true } })).rejects.toThrow('unscoped');
    expect(await models.loanSystem.findMany({ select: { code: true } })).toEqual([{ code: 'ledger' }]);
  });

  it('sees nothing with an empty allowlist', async () => {
    const models = door.scopedTo(callerOf());
    expect(await models.organization.count()).toBe(0);
    expect(await models.account.findMany()).toEqual([]);
  });

  it('has no raw calls', async () => {
    const models = door.scopedTo(everyone);
    for (const raw of ['$queryRawUnsafe', '$executeRawUnsafe']) {
      const run: unknown = Reflect.get(models, raw);
      await expect(async () => typeof run === 'function' && (await run.call(models, 'select 1'))).rejects.toThrow(
        'raw SQL',
      );
    }
  });

  it('a database that is unreachable, or does not answer in time, is service_unavailable', async () => {
    const nowhere = createPool('postgres://nobody@127.0.0.1:1/nothing', 1, silent);
    await expect(createPrisma(nowhere).scopedTo(everyone).person.count()).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await nowhere.end();
    const holder = await pool.connect();
    await holder.query('begin; lock table person in access exclusive mode');
    await expect(door.scopedTo(a).person.count()).rejects.toMatchObject({ code: 'service_unavailable' });
    await holder.query('rollback');
    holder.release();
  });

  it('leaves the pool unchanged: its type parsers, and open after Prisma has closed', async () => {
    const another = createPrisma(pool);
    expect(await another.scopedTo(everyone).account.count()).toBe(2);
    await another.close();
    const { rows } = await pool.query(`select 1::int8 as one, date '2026-01-15' as day`);
    expect(rows).toEqual([{ one: 1, day: '2026-01-15' }]);
    expect(await door.scopedTo(a).account.count()).toBe(1);
  });
});

function accountOf(organizationId: string) {
  return {
    id: `${organizationId}-account`,
    organizationId,
    loanSystemCode: 'ledger',
    externalId: `${organizationId}-loan`,
    primaryBorrowerPartyId: `${organizationId}-person`,
    currentBalanceCents: 1000n,
    statusCode: 'active',
  } as const;
}
