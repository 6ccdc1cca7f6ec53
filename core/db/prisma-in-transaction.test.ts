import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../test/support/database.js';
import { silent } from '../../test/support/identity.js';
import { ownText } from '../contract/stored-text.js';
import { systemPrincipal } from '../principal/principal.js';
import { columns } from './columns.js';
import { Database, type Transaction } from './database.js';
import { createPool } from './pool.js';
import type { ScopedModels } from './prisma.js';
import { statement } from './statement.js';

const everyone = systemPrincipal('test');
const ORGANIZATION = columns('Organization', 'organization', ['id']);
const organizationById = statement({
  name: 'test.organization',
  takes: { id: 'Organization.id' },
  gives: ORGANIZATION,
  text: ({ p, scope }) => `select ${ORGANIZATION} from organization where id = ${p.id} and ${scope('id')}`,
});

describe('Prisma’s models inside a transaction', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let db: Database;

  beforeAll(async () => {
    database = await freshDatabase();
    pool = createPool(database.url, 4, silent);
    db = new Database(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const ids = async () => (await db.models(everyone).organization.findMany()).map(({ id }) => id).sort();

  it('write on its connection: statements see it at once, other sessions after the commit', async () => {
    await db.transaction(async (tx) => {
      await make(tx, 'A');
      expect(await tx.first(everyone, organizationById, { id: 'A' })).toEqual({ id: 'A' });
      // The list of all organizations also runs in the transaction.
      const person = { id: 'person', organizationId: 'A', displayName: ownText('A') };
      await tx.models(everyone).person.create({ data: person });
      expect(await tx.models(everyone).person.findFirst({ where: { id: 'person' } })).toMatchObject(person);
      expect(await ids()).toEqual([]);
    });
    expect(await ids()).toEqual(['A']);
  });

  it('are rolled back with it', async () => {
    const lost = db.transaction(async (tx) => {
      await make(tx, 'B');
      throw new Error('changed my mind');
    });
    await expect(lost).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual(['A']);
  });

  it('in each of two open transactions see only their own writes', async () => {
    const written = new EventEmitter();
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) => once(written, name));
    const seen = async (tx: Transaction) =>
      (await tx.models(everyone).organization.findMany()).map(({ id }) => id).sort();
    const one = db.transaction(async (tx) => {
      await make(tx, 'C');
      written.emit('first');
      await second;
      const own = await seen(tx);
      written.emit('third');
      // A commit now could be seen by the other, which has its own answer after this.
      await fourth;
      return own;
    });
    const other = db.transaction(async (tx) => {
      await first;
      await make(tx, 'D');
      written.emit('second');
      const own = await seen(tx);
      written.emit('fourth');
      await third;
      return own;
    });
    expect(await Promise.all([one, other])).toEqual([
      ['A', 'C'],
      ['A', 'D'],
    ]);
    expect(await ids()).toEqual(['A', 'C', 'D']);
  });

  it('end with the transaction', async () => {
    const kept: ScopedModels[] = [];
    await db.transaction(async (tx) => void kept.push(tx.models(everyone)));
    for (const models of kept) await expect(models.organization.findMany()).rejects.toThrow('has ended');
    expect(kept).toHaveLength(1);
  });

  it('write nothing after a rollback, even if they were not awaited', async () => {
    const begun: Promise<string>[] = [];
    const lost = db.transaction(async (tx) => {
      begun.push(make(tx, 'E').then(() => 'written', String));
      // Prisma starts a call in a later turn.
      await setImmediate();
      throw new Error('did not wait');
    });
    await expect(lost).rejects.toThrow('did not wait');
    // The call has finished and been rolled back: afterwards the connection, and its client, belong to other
    // transactions.
    const now = await Promise.race([...begun, Promise.resolve('still on its way')]);
    expect(now).toBe('written');
    expect(await ids()).toEqual(['A', 'C', 'D']);
  });

  it('refuse calls for which Prisma would open its own transaction', async () => {
    const nested = db.transaction(async (tx) => {
      await make(tx, 'F');
      const where = { code: 'ledger' };
      await tx.models(everyone).loanSystem.upsert({ where, create: { code: 'other', kind: 'ledger' }, update: {} });
    });
    await expect(nested).rejects.toThrow('only single statements');
    expect(await ids()).toEqual(['A', 'C', 'D']);
  });
});

async function make(tx: Transaction, id: string): Promise<void> {
  await tx
    .models(everyone)
    .organization.create({ data: { id, displayName: ownText(id), legalName: ownText(id), dbaName: ownText(id) } });
}
