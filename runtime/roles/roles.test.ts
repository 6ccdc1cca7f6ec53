import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withClient } from '../../core/db/with-client.js';
import { emptyDatabase, type TestDatabase } from '../../test/support/database.js';
import { migrate } from '../migrate/migrate.js';
import { readMigrations } from '../migrate/migrations-folder.js';
import { makeRoles, type Roles, rolesSql } from './create-database-roles.js';
import { mayRewrite } from './may-rewrite-write-once-tables.js';

/* Roles belong to the server and are shared by all databases: these have their own names, which need quotes. */

const ROLES: Roles = {
  owner: { name: 'Roles "test" owner', password: 'the-owners-own' },
  run: { name: 'Roles "test" run', password: 'the-products-own' },
};
const LATER = {
  name: '29990101000000_later',
  sql: 'create table later (id bigserial primary key)',
  checksum: 'later',
};

let database: TestDatabase;
const as = ({ name, password = '' }: { readonly name: string; readonly password: string | undefined }) => {
  const url = new URL(database.url);
  url.username = encodeURIComponent(name);
  url.password = encodeURIComponent(password);
  return url.href;
};
const asAdmin = <T>(work: (client: pg.Client) => Promise<T>) => withClient(database.url, work);
const asRun = (text: string) =>
  withClient(as(ROLES.run), (client) => client.query(text).then(({ rowCount }) => rowCount));
const migrated = (options: object = {}) => migrate(as(ROLES.owner), { runsAs: as(ROLES.run), ...options });

beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  const server = new URL(database.url);
  await database.drop();
  server.pathname = '/postgres';
  await withClient(server.href, async (client) => {
    for (const { name } of [ROLES.run, ROLES.owner]) {
      await client.query(`drop role if exists ${client.escapeIdentifier(name)}`);
    }
  });
});

test('created twice, they are the same; the owner migrates without being a superuser, and the product gets its rights', async () => {
  await asAdmin((client) => makeRoles(client, ROLES));
  await asAdmin((client) => makeRoles(client, ROLES));
  const { applied, jobQueueMigrated, granted } = await migrated();
  expect([applied.length, jobQueueMigrated]).toEqual([(await readMigrations()).length, true]);
  expect(granted).toEqual(expect.arrayContaining(['public.ledger_entry', 'graphile_worker._private_jobs']));
  expect((await migrated()).granted).toEqual([]);

  expect(await asRun(`select graphile_worker.add_job('some_job')`)).toBe(1);
  expect(await asRun('update graphile_worker._private_jobs set priority = 1')).toBe(1);
  expect(await asRun('select from collected_payment')).toBe(0);
  await expect(asRun('update ledger_entry set memo = null')).rejects.toMatchObject({ code: '42501' });
  expect([await mayRewrite(as(ROLES.owner)), await mayRewrite(as(ROLES.run))]).toEqual([true, false]);
});

test('the product may use a later migration’s table at once; a right granted by hand is revoked', async () => {
  await asAdmin((client) => makeRoles(client, ROLES));
  await migrated();
  const known = await readMigrations();
  await migrate(as(ROLES.owner), { migrations: [...known, LATER] });
  expect(await asRun('insert into later default values')).toBe(1);

  await asAdmin((client) => client.query(`grant delete on ledger_line to ${client.escapeIdentifier(ROLES.run.name)}`));
  const again = await migrated({ migrations: [...known, LATER] });
  expect(again.granted).toEqual(['public.ledger_line']);
  await expect(asRun('delete from ledger_line')).rejects.toMatchObject({ code: '42501' });
});

test('only the product may call a function with the owner’s rights; one opened by hand is closed again', async () => {
  const open = () =>
    asAdmin((client) =>
      client.query(
        `select proname as name, has_function_privilege('public', oid, 'execute') as "isOpen",
                has_function_privilege($1, oid, 'execute') as "isOurs"
           from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by proname`,
        [ROLES.run.name],
      ),
    ).then(({ rows }) => rows);
  await asAdmin((client) => makeRoles(client, ROLES));
  await migrated();
  const closed = [
    'analyze_boarded_loans',
    'analyze_staged_boarding',
    'erase_journal_memos',
    'forget_opening_digests',
  ].map((name) => ({
    ...{ name, isOpen: false, isOurs: true },
  }));
  expect(await open()).toEqual(closed);

  await asAdmin((client) => client.query('grant execute on function analyze_staged_boarding() to public'));
  expect((await migrated()).granted).toEqual(['analyze_staged_boarding()']);
  expect(await open()).toEqual(closed);
  expect((await migrated()).granted).toEqual([]);

  // Also if the product works as the owner.
  await asAdmin((client) => client.query('grant execute on function analyze_staged_boarding() to public'));
  await migrate(as(ROLES.owner));
  expect(await open()).toEqual(closed);
});

test('a migration under the product’s role is refused with a clear message, unless there is nothing to do', async () => {
  await asAdmin((client) => makeRoles(client, ROLES));
  await expect(migrate(as(ROLES.run))).rejects.toThrow(
    /the role Roles "test" run may not change its tables: run `migrate` with the owner's address in DATABASE_OWNER_URL/,
  );
  await migrated();
  expect((await migrate(as(ROLES.run))).applied).toEqual([]);
  await expect(migrate(as(ROLES.run), { migrations: [...(await readMigrations()), LATER] })).rejects.toThrow(
    /may not change its tables/,
  );
});

test('a password is changed by creating them again; the old one is refused', async () => {
  await asAdmin((client) => makeRoles(client, ROLES));
  const run = { ...ROLES.run, password: 'another' };
  await asAdmin((client) => makeRoles(client, { ...ROLES, run }));
  expect(await withClient(as(run), async (client) => (await client.query('select')).rowCount)).toBe(1);
  await expect(asRun('select')).rejects.toMatchObject({ code: '28P01' });
});

test('the same role twice, and a too powerful role, are refused; nothing is created', async () => {
  await expect(asAdmin((client) => makeRoles(client, { ...ROLES, run: ROLES.owner }))).rejects.toThrow(
    /the product needs another role than the owner/,
  );
  const run = { name: 'postgres', password: undefined };
  await expect(asAdmin((client) => makeRoles(client, { ...ROLES, run }))).rejects.toThrow(
    /name a role without such rights/,
  );
  const { rowCount } = await asAdmin((client) =>
    client.query('select from pg_roles where rolname = $1', [ROLES.owner.name]),
  );
  expect(rowCount).toBe(0);
});

test('the printed SQL creates them too, and contains no password', async () => {
  const { pathname } = new URL(database.url);
  const sql = rolesSql(ROLES, pathname.slice(1));
  expect(sql).not.toMatch(/owners-own|products-own|password/);
  for (let time = 0; time < 2; time += 1) await asAdmin((client) => client.query(sql));
  const { rows } = await asAdmin((client) =>
    client.query(`select rolcanlogin, rolpassword from pg_authid where rolname like 'Roles "test" %'`),
  );
  expect(rows).toEqual([1, 2].map(() => ({ rolcanlogin: true, rolpassword: null })));
});
