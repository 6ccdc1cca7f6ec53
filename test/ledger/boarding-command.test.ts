import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/time/clock.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { csv, LOAN } from '../support/board-file.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* `ledger board` on typical files, and its exit codes. */

let instance: TestInstance;
let host: CommandHost;
let folder: string;

beforeAll(async () => {
  host = openCommandHost();
  instance = await openTestInstance({ worker: false });
  folder = await mkdtemp(join(tmpdir(), 'tributary-boarding-command-'));
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
  await instance.close();
});

const board = async (bytes: Buffer | string, ...options: string[]) => {
  const file = join(folder, 'portfolio.csv');
  await writeFile(file, bytes);
  const { organizationId } = await instance.lender();
  const words = ['ledger', 'board', file, '--organization', organizationId, '--json', ...options];
  const { code, stdout, stderr } = await host.run(words, {
    DATABASE_URL: instance.resources.databaseUrl,
    TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
    LOG_LEVEL: 'fatal',
  });
  return { code, stderr, answer: JSON.parse(stdout || 'null') };
};

const LATIN1 = Buffer.from(
  csv({ ...LOAN, as_of: businessDayOf(systemClock.now()), borrower_name: 'José Núñez' }),
  'latin1',
);

describe('tributary ledger board', { timeout: 120_000 }, () => {
  it('ends with 1 when the file is refused, with the line and the byte that is not UTF-8', async () => {
    const { code, answer } = await board(LATIN1);
    expect([code, answer]).toMatchObject([
      1,
      { status: 'refused', problems: [{ line: 2, message: expect.stringContaining('--encoding windows-1252') }] },
    ]);
  });

  it('a dry run ends with 1 when the file would be refused, with 0 when the loans with errors would be skipped', async () => {
    const wrong = csv({ ...LOAN, as_of: businessDayOf(systemClock.now()), term_months: '0' });
    expect(await board(wrong, '--dry-run')).toMatchObject({ code: 1, answer: { status: 'checked', errors: 1 } });
    expect((await board(wrong, '--dry-run', '--skip-invalid')).code).toBe(0);
    expect((await board(LATIN1, '--dry-run', '--skip-invalid')).code).toBe(1);
    const cutShort = csv(
      { ...LOAN, as_of: businessDayOf(systemClock.now()) },
      { record_type: 'control', control_loans: 2 },
    );
    expect((await board(cutShort, '--dry-run', '--skip-invalid')).code).toBe(1);
  });

  it('--encoding windows-1252 reads what Excel saves, and ends with 0', async () => {
    const { code, answer } = await board(LATIN1, '--encoding', 'windows-1252');
    expect([code, answer]).toMatchObject([0, { status: 'done', is_tied: true, loans_written: 1 }]);
    const names = await instance.resources.pool.query("select display_name from person where display_name like 'Jos%'");
    expect(names.rows).toEqual([{ display_name: 'José Núñez' }]);
  });

  it('ends with 1 on a header without rows, and with 2 on an unsupported charset', async () => {
    const { code, answer } = await board('record_type,loan_number\n');
    expect([code, answer.problems]).toMatchObject([1, [{ line: 1, column: 'record_type' }]]);
    expect((await board('', '--encoding', 'utf-7')).code).toBe(2);
  });
});
