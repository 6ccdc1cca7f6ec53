import { describe, expect, test } from 'vitest';
import { readMigrations } from './migrations-folder.js';
import { unsafeStatements } from './unsafe-statements.js';

const first = { name: '1_first', sql: 'create table payment (id text primary key)' };
const harmOf = (sql: string, ...before: string[]) =>
  unsafeStatements([first, ...before.map((earlier) => ({ name: '2_before', sql: earlier })), { name: '3_new', sql }]);

test('no migration after the first one can block a payment, or break the previous version', async () => {
  expect(await unsafeStatements(await readMigrations())).toEqual([]);
});

describe('forbidden in a migration', () => {
  test.for([
    ['create index a on payment (id)', /blocks its writes until it is built/],
    ['create index concurrently a on payment (id); alter table payment add column b text', /alone in its file/],
    ['create index concurrently if not exists a on payment (id)', /name the index|left by an earlier try/],
    ['create index concurrently on payment (id)', /name the index/],
    ['drop index a', /DROP INDEX CONCURRENTLY IF EXISTS/],
    ['drop index concurrently a', /IF EXISTS/],
    ['drop table payment', /still used by the previous version/],
    ['alter table payment add column b text not null', /NOT NULL without a DEFAULT/],
    ['alter table payment add column b uuid default gen_random_uuid()', /differs for each row/],
    ['alter table payment add column b timestamptz default (clock_timestamp() + interval $$1 day$$)', /for each row/],
    ['alter table payment add column b bigserial', /differs for each row/],
    ['alter table payment add column b int generated always as (1) stored', /computed for each row/],
    ['alter table payment add column b int generated always as identity', /computed for each row/],
    ['alter table payment add column b text references other (id)', /add the constraint .* separately/],
    ['alter table payment add column b text unique', /add the constraint .* separately/],
    ['alter table payment alter column id type int using id::int', /a new type/],
    ['alter table payment add constraint c check (id > $$$$)', /c reads all of payment/],
    ['alter table payment add constraint c foreign key (id) references other (id)', /c reads all of payment/],
    ['alter table payment add constraint c unique (id)', /builds its index/],
    [
      'alter table payment add constraint c check (true) not valid; alter table payment validate constraint c',
      /alone in its file/,
    ],
    ['alter table payment alter column id set not null', /SET NOT NULL reads all of payment/],
    ['alter table payment drop column id', /still used by the previous version/],
    ['alter table payment rename column id to name', /still used under its old name/],
    ['alter table payment rename to other', /still used under its old name/],
    ['alter table payment set unlogged', /not on the list of safe changes/],
    ['alter table payment add column b text; alter table other add column b text', /locked one after the other/],
    ['update payment set id = $$$$', /backfill/],
    ['delete from payment', /backfill/],
    ['insert into payment select * from other', /copy rows with a backfill/],
    ['truncate payment', /backfill/],
    ['begin; create table other (id text); commit', /already one transaction/],
    ['lock table payment', /LockStmt is not on the list/],
    ['do $$ begin delete from payment; end $$', /DoStmt is not on the list/],
    ['vacuum full payment', /VacuumStmt is not on the list/],
    ['reindex table payment', /ReindexStmt is not on the list/],
    ['select set_config($$lock_timeout$$, $$0$$, true)', /SelectStmt is not on the list/],
  ] as const)('%s', async ([sql, sentence]) => {
    const harm = await harmOf(sql);
    expect(harm).not.toEqual([]);
    for (const line of harm) expect(line).toMatch(/^3_new: /);
    expect(harm.join('\n')).toMatch(sentence);
  });
});

describe('allowed in a migration', () => {
  test.for([
    'create table other (id text primary key default gen_random_uuid(), n int not null); create index o on other (n); alter table other add constraint f foreign key (id) references payment (id)',
    'alter table payment add column b text, add column c int not null default 5, add column d timestamptz not null default now()',
    '-- One index.\ncreate unique index concurrently "a" on "payment" ("id");\n',
    'drop index concurrently if exists "a";',
    'alter table payment add constraint c check (true) not valid',
    'alter table payment validate constraint c',
    'alter table payment add constraint c unique using index a',
    'alter table payment alter column id drop not null, alter column id set default 5, drop constraint c',
    'create type t as enum ($$a$$); alter type u add value $$b$$',
    'insert into payment (id) values ($$a$$)',
  ])('%s', async (sql) => {
    expect(await harmOf(sql)).toEqual([]);
  });

  test('SET NOT NULL after a constraint has proved that there are no nulls', async () => {
    const shown = 'alter table payment validate constraint payment_b_present';
    expect(await harmOf('alter table payment alter column b set not null', shown)).toEqual([]);
  });
});
