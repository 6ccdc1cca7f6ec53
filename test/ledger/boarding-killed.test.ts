import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '../../core/db/with-client.js';
import { systemClock } from '../../core/time/clock.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { sample } from '../support/board-file.js';
import { answerOf, command, type Environment } from '../support/command.js';
import { Product } from '../support/process.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/* The boarding commands, and a real process that is killed while writing. */

/** The product's own. */
const BATCH_LOANS = 500;
const LOANS = BATCH_LOANS + 100;

/** This connection holds a lock, and every batch after the first waits for it at its last statement. */
const HOLD_SECOND_BATCH = `
  select pg_advisory_lock(6789);
  create function hold_batch() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(6789); return new; end $$;
  create trigger hold_batch before update on ledger_boarding for each row
    when (old.loans_written > 0 and new.loans_written > old.loans_written) execute function hold_batch()`;

let instance: TestInstance;
let environment: Environment;
let directory: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  directory = instance.resources.config.TRIBUTARY_DATA_DIR;
  environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.databaseUrl,
    TRIBUTARY_DATA_DIR: directory,
  };
});
afterAll(() => instance.close());

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;

it('ledger sample-portfolio: the same for the same seed, and boards with one command', async () => {
  const { organizationId } = await instance.lender();
  const words = [
    'ledger',
    'sample-portfolio',
    '--loans',
    '50',
    '--transactions',
    '4',
    '--seed',
    '7',
    '--as-of',
    '2026-05-01',
  ];
  const one = await command(words, environment);
  expect(one.code).toBe(0);
  expect(one.stdout).toBe(sample(50, 4, '2026-05-01', 7));
  const file = join(directory, 'sample.csv');
  await writeFile(file, one.stdout);
  const board = ['ledger', 'board', file, '--organization', organizationId];
  const dry = await answerOf([...board, '--dry-run'], environment);
  expect(dry).toMatchObject({ status: 'checked', errors: 0, loans: 50, transactions: 200, loans_written: 0 });
  const done = await answerOf(board, environment);
  expect(done).toMatchObject({
    status: 'done',
    is_tied: true,
    loans_written: 50,
    transactions_written: 200,
    problems: [],
  });
  expect(done.tie_out.written).toEqual(done.tie_out.control);
}, 120_000);

it('ledger board reports its errors in words', async () => {
  const { organizationId } = await instance.lender();
  const file = join(directory, 'one.csv');
  await writeFile(file, sample(1, 1, '2026-05-01'));
  const board = (of: string, organization: string, ...more: string[]) =>
    command(['ledger', 'board', of, '--organization', organization, ...more], environment);
  const [missing, stranger, foreign] = await Promise.all([
    board(join(directory, 'none.csv'), organizationId),
    board(file, '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    board(file, organizationId, '--loan-system', 'sandbox'),
  ]);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('there is no file')]);
  expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining('no organization has this id')]);
  expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('the organization has no such ledger')]);
}, 120_000);

it('ledger board, kill -9 during its second batch: the same file again resumes, and nothing is written twice', async () => {
  const { organizationId } = await instance.lender();
  const file = join(directory, 'large.csv');
  await writeFile(file, sample(LOANS, 4, businessDayOf(systemClock.now())));
  const board = ['ledger', 'board', file, '--organization', organizationId];
  const product = new Product({ command: [...board, '--json'], environment });
  await withClient(instance.databaseUrl, async (owner) => {
    await owner.query(HOLD_SECOND_BATCH);
    product.start();
    const isHeld = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await until(async () => (await owner.query(isHeld)).rowCount === 1, 'the second batch is written, not committed');
    await product.kill();
  });
  expect(
    await rows('select status, loans_written from ledger_boarding where organization_id = $1', [organizationId]),
  ).toEqual([{ status: 'writing', loans_written: BATCH_LOANS }]);
  await withClient(instance.databaseUrl, (owner) => owner.query('drop function hold_batch() cascade'));

  // The first upload is completed on the way; then everything in the second is known.
  const again = await answerOf(board, environment);
  expect(again).toMatchObject({ status: 'done', known_loans: LOANS, loans_written: 0, is_tied: true });
  expect(
    await rows(
      'select status, is_tied, loans_written, transactions_written from ledger_boarding where organization_id = $1 order by id limit 1',
      [organizationId],
    ),
  ).toEqual([{ status: 'done', is_tied: true, loans_written: LOANS, transactions_written: 4 * LOANS }]);
  for (const [table, expected] of [
    ['account', LOANS],
    ['ledger_loan', LOANS],
    ['ledger_entry', LOANS],
    ['transaction', 4 * LOANS],
  ] as const) {
    const [{ count }] = await rows(`select count(*)::int as count from ${table} where organization_id = $1`, [
      organizationId,
    ]);
    expect([table, count]).toEqual([table, expected]);
  }
}, 120_000);
