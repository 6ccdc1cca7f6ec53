import { expect, it } from 'vitest';
import { SINGLE_ENTRY_SUFFIX } from '../../core/db/statement.js';
import { TABLES } from '../../prisma/client/rows.js';
import { productStatements } from '../support/product-statements.js';
import { accessesOf, namesWithin } from '../support/tables/accesses.js';
import { EXCEPTIONS, RULES } from '../support/tables/allowed.js';
import { areaOf, sources } from '../support/tables/areas.js';
import { type Use, usesOf } from '../support/tables/crossings.js';
import { modelCalls } from '../support/tables/model-calls.js';
import { tableOwners } from '../support/tables/owners.js';
import { readSources } from '../support/tables/statement-source.js';

/** Postgres' own tables, and the history of migrations. */
const NOT_OURS: ReadonlySet<string> = new Set(['_prisma_migrations', 'pg_timezone_names', 'pg_locks', 'pg_database']);

const statements = productStatements()
  .filter(({ name }) => !name.endsWith(SINGLE_ENTRY_SUFFIX))
  .map(({ name, forAllowlist }) => ({ name, text: forAllowlist.text }));
const owners = tableOwners();
const uses = await usesOf(statements);

interface Crossing extends Use {
  readonly owner: string;
}

const crossings: readonly Crossing[] = uses.flatMap((use) => {
  const owner = owners.get(use.table);
  return owner === undefined || owner === use.area ? [] : [{ ...use, owner }];
});
const unruled = crossings.filter((crossing) => !RULES.some(({ allows }) => allows(crossing, crossing.owner)));

it('every table has one owning area, and every area that owns tables has sources', () => {
  expect([...owners.keys()].sort()).toEqual(
    Object.values(TABLES)
      .map(({ table }): string => table)
      .sort(),
  );
  const areas = new Set(sources().map((file) => areaOf(file)));
  expect([...new Set(owners.values())].filter((area) => !areas.has(area))).toEqual([]);
});

it('every table that a statement names is owned', () => {
  expect(uses.filter(({ table }) => !owners.has(table) && !NOT_OURS.has(table))).toEqual([]);
});

it('no statement names a part like a table that it only reads: the two would be confused', async () => {
  const named = await Promise.all(
    statements.map(async ({ name, text }) => {
      const written = uses.filter(({ by, verb }) => by === name && verb === 'writes').map(({ table }) => table);
      const within = (await namesWithin(text)).filter((table) => owners.has(table) && !written.includes(table));
      return within.map((table) => `${name}: ${table}`);
    }),
  );
  expect(named.flat()).toEqual([]);
});

it('no area reads, locks or writes tables of another, except by a rule or by an exception with a reason', () => {
  const allows = (crossing: Crossing) =>
    EXCEPTIONS.some(
      (exception) =>
        exception.area === crossing.area &&
        exception.verb === crossing.verb &&
        exception.tables.includes(crossing.table) &&
        (exception.verb === 'reads' || exception.by.includes(crossing.by)),
    );
  const unlisted = unruled.filter((crossing) => !allows(crossing));
  expect(
    unlisted.map(
      (crossing) => `${crossing.area} ${crossing.verb} ${crossing.table} of ${crossing.owner}: ${crossing.by}`,
    ),
  ).toEqual([]);
});

it('every exception is still needed, and listed once', () => {
  const real = new Set(
    unruled.flatMap(({ area, verb, table, by }) => [`${area} ${verb} ${table}`, `${area} ${verb} by ${by}`]),
  );
  const listed = EXCEPTIONS.flatMap((exception) => {
    const { area, verb, tables } = exception;
    return tables.map((table) => `${area} ${verb} ${table}`);
  });
  const by = EXCEPTIONS.flatMap((exception) =>
    exception.verb === 'reads' ? [] : exception.by.map((name) => `${exception.area} ${exception.verb} by ${name}`),
  );
  expect([...listed, ...by].filter((exception) => !real.has(exception))).toEqual([]);
  expect(listed.filter((exception, at) => listed.indexOf(exception) !== at)).toEqual([]);
});

it('every rule is still needed', () => {
  const unneeded = RULES.filter(({ allows }) => !crossings.some((crossing) => allows(crossing, crossing.owner)));
  expect(unneeded.map(({ because }) => because)).toEqual([]);
});

it('the columns of an event are written in one place', () => {
  const writing = readSources().filter(({ text }) => /inserted\(\s*'Event'|insert into event\b/.test(text));
  expect(writing.map(({ file }) => file)).toEqual(['core/events/insert-event-sql.ts']);
});

it('the columns of an exception are written in core/exceptions', () => {
  const writing = readSources().filter(
    ({ text }) =>
      /'OperatorException',\s*\{|\b(?:insert into|update|delete from) operator_exception\b/.test(text) ||
      modelCalls(text).some(({ verb, table }) => verb === 'writes' && table === 'operator_exception'),
  );
  expect(writing.map(({ file }) => file)).toEqual([
    'core/exceptions/operator-exception-close-and-reopen-sql.ts',
    'core/exceptions/operator-exception-insert-sql.ts',
    'core/exceptions/resolve-and-postpone-operator-exceptions.store.ts',
  ]);
});

it.each([
  ['select 1 from account a join person p on true', ['reads account', 'reads person']],
  ['select 1 from account a join person p on true for share of p', ['reads account', 'holds person']],
  ['with gone as (delete from event returning id) select gone.id from gone', ['writes event']],
  [
    'insert into event (id) select a.id from account a where exists (select from event)',
    ['reads account', 'writes event'],
  ],
  [
    'update account set status_code = (select 1 from only person) where id in (select id from account)',
    ['reads person', 'writes account'],
  ],
  ['select 1 from graphile_worker.jobs', []],
])('finds the access to tables in: %s', async (text, expected) => {
  const found = (await accessesOf(text)).map(({ verb, table }) => `${verb} ${table}`);
  expect(found.sort()).toEqual([...expected].sort());
});

it('finds access to tables through models', () => {
  const text = `const found = await tx.models(by).account.findMany({}); await models.personAddress
    .createMany({ data }); await this.#accounts.update(id); hash.update(text)`;
  expect(modelCalls(text)).toEqual([
    { verb: 'reads', table: 'account' },
    { verb: 'writes', table: 'person_address' },
  ]);
});
