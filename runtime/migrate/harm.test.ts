import { describe, expect, test } from 'vitest';
import { harmIn } from './harm.js';
import { readMigrations } from './migrations-folder.js';

const first = { name: '1_first', sql: 'create table payment (id text primary key)' };
const harmOf = (sql: string, ...before: string[]) =>
  harmIn([first, ...before.map((earlier) => ({ name: '2_before', sql: earlier })), { name: '3_new', sql }]);

test('no migration after the first one can stop a payment, or the version before', async () => {
  expect(await harmIn(await readMigrations())).toEqual([]);
});

describe('what a migration may not do', () => {
  test.for([
    ['create index a on payment (id)', /stops its writes until it is built/],
    ['create index concurrently a on payment (id); alter table payment add column b text', /alone in its file/],
    ['create index concurrently if not exists a on payment (id)', /names the index|left invalid/],
    ['create index concurrently on payment (id)', /names the index/],
    ['drop index a', /DROP INDEX CONCURRENTLY IF EXISTS/],
    ['drop index concurrently a', /IF EXISTS/],
    ['drop table payment', /still used by the version before/],
    ['alter table payment add column b text not null', /NOT NULL without a DEFAULT/],
    ['alter table payment add column b uuid default gen_random_uuid()', /another one for each row/],
    ['alter table payment add column b timestamptz default (clock_timestamp() + interval $$1 day$$)', /for each row/],
    ['alter table payment add column b bigserial', /another one for each row/],
    ['alter table payment add column b int generated always as (1) stored', /computed for each row/],
    ['alter table payment add column b int generated always as identity', /computed for each row/],
    ['alter table payment add column b text references other (id)', /added after it/],
    ['alter table payment add column b text unique', /added after it/],
    ['alter table payment alter column id type int using id::int', /another type/],
    ['alter table payment add constraint c check (id > $$$$)', /c reads all of payment/],
    ['alter table payment add constraint c foreign key (id) references other (id)', /c reads all of payment/],
    ['alter table payment add constraint c unique (id)', /builds its index/],
    [
      'alter table payment add constraint c check (true) not valid; alter table payment validate constraint c',
      /alone in its file/,
    ],
    ['alter table payment alter column id set not null', /SET NOT NULL reads all of payment/],
    ['alter table payment drop column id', /still used by the version before/],
    ['alter table payment rename column id to name', /still used under its old name/],
    ['alter table payment rename to other', /still used under its old name/],
    ['alter table payment set unlogged', /not among what is known/],
    ['alter table payment add column b text; alter table other add column b text', /locked one after the other/],
    ['update payment set id = $$$$', /backfill/],
    ['delete from payment', /backfill/],
    ['insert into payment select * from other', /copied by a backfill/],
    ['truncate payment', /backfill/],
    ['begin; create table other (id text); commit', /one transaction already/],
    ['lock table payment', /LockStmt is not among/],
    ['do $$ begin delete from payment; end $$', /DoStmt is not among/],
    ['vacuum full payment', /VacuumStmt is not among/],
    ['reindex table payment', /ReindexStmt is not among/],
    ['select set_config($$lock_timeout$$, $$0$$, true)', /SelectStmt is not among/],
  ] as const)('%s', async ([sql, sentence]) => {
    const harm = await harmOf(sql);
    expect(harm).not.toEqual([]);
    for (const line of harm) expect(line).toMatch(/^3_new: /);
    expect(harm.join('\n')).toMatch(sentence);
  });
});

describe('what it may', () => {
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

  test('SET NOT NULL once a constraint has shown that there are none', async () => {
    const shown = 'alter table payment validate constraint payment_b_present';
    expect(await harmOf('alter table payment alter column b set not null', shown)).toEqual([]);
  });
});
