import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedClock, systemClock } from '../../core/time/clock.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { businessDayOf } from '../../ledger/rules/business-day.js';
import { send } from '../support/api.js';
import { board, csv, LOAN, sample } from '../support/board-file.js';
import type { Environment } from '../support/command.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Warnings about valid but implausible loans, and when they refuse a file. */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
/** A payment in dollars, beside a plausible loan. */
const DOLLARS = { ...LOAN, loan_number: 'A-2', borrower_name: 'Ben Baker', scheduled_payment_cents: 888 };

let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const written = async (organizationId: string): Promise<readonly string[]> =>
  (
    await instance.resources.pool.query(
      'select loan_number from ledger_loan where organization_id = $1 order by loan_number',
      [organizationId],
    )
  ).rows.map(({ loan_number }) => loan_number);

describe('a file with warnings', () => {
  it('is boarded; each warning has its row and column, and all are counted by kind', async () => {
    const { organizationId } = await instance.lender();
    const file = csv(
      LOAN,
      DOLLARS,
      {
        ...LOAN,
        loan_number: 'A-3',
        borrower_name: 'Cora Carter',
        annual_rate: '0.12',
        scheduled_payment_cents: 83_388,
      },
      { ...LOAN, loan_number: 'A-4', borrower_name: 'ADA ARCHER' },
      { ...LOAN, loan_number: 'A-5', borrower_name: 'Dan Dyer', principal_cents: 1_000_001 },
    );
    const { boarding, problems } = await board(instance.resources, organizationId, file);
    expect(boarding).toMatchObject({ status: 'done', errors: 0, loansWritten: 5, isTied: true });
    expect(problems.map(({ line, column, severity, loanNumber }) => [line, column, severity, loanNumber])).toEqual([
      [3, 'scheduled_payment_cents', 'warning', 'A-2'],
      [4, 'annual_rate', 'warning', 'A-3'],
      [5, 'borrower_name', 'warning', 'A-4'],
      [6, 'principal_cents', 'warning', 'A-5'],
    ]);
    expect(boarding.warningCounts).toEqual({
      payment_too_small: 1,
      rate_below_one: 1,
      repeated_borrower: 1,
      principal_above_original: 1,
    });
  });

  it('a sample portfolio has none; neither has a loan of the same amount under another name', async () => {
    const { organizationId } = await instance.lender();
    const { boarding, problems } = await board(instance.resources, organizationId, sample(200, 3, '2026-05-01'));
    expect([problems, boarding.warningCounts]).toEqual([[], {}]);
    const others = csv(LOAN, { ...LOAN, loan_number: 'A-2', borrower_name: 'Ben Baker' });
    expect((await board(instance.resources, organizationId, others)).problems).toEqual([]);
  });

  it('the same loan twice is an error, not a warning', async () => {
    const { organizationId } = await instance.lender();
    const { boarding, problems } = await board(instance.resources, organizationId, csv(LOAN, LOAN));
    expect([problems.map(({ column, severity }) => [column, severity]), boarding.warningCounts]).toEqual([
      [['loan_number', 'error']],
      {},
    ]);
  });

  it('strict: one refuses the file', async () => {
    const { organizationId } = await instance.lender();
    const file = csv(LOAN, DOLLARS, { ...LOAN, loan_number: 'A-4' });
    const { boarding, problems } = await board(instance.resources, organizationId, file, { isStrict: true });
    expect(boarding).toMatchObject({ status: 'refused', errors: 2, warningCounts: {} });
    expect(problems.map(({ line, column, severity }) => [line, column, severity])).toEqual([
      [3, 'scheduled_payment_cents', 'error'],
      [4, 'borrower_name', 'error'],
    ]);
    expect(await written(organizationId)).toEqual([]);
  });

  it('strict, and loans in error are skipped: these loans are skipped', async () => {
    const { organizationId } = await instance.lender();
    const file = csv(LOAN, DOLLARS, { ...LOAN, loan_number: 'A-4' });
    const { boarding } = await board(instance.resources, organizationId, file, { isStrict: true, skipsInvalid: true });
    expect(boarding).toMatchObject({ status: 'done', errors: 2, loansWritten: 1, isTied: true });
    expect(await written(organizationId)).toEqual(['A-1']);
  });

  it('thousands of one kind are counted, 10,000 of them are stored, and an error after them is listed by its severity', async () => {
    const lender = await instance.lender();
    const { organizationId } = lender;
    const loans = Array.from({ length: 10_001 }, (_, index) => ({
      ...DOLLARS,
      loan_number: `W-${index}`,
      borrower_name: `Ada Archer ${index}`,
    }));
    const { boarding } = await board(instance.resources, organizationId, csv(...loans, { ...LOAN, status: 'late' }), {
      isDryRun: true,
    });
    expect(boarding).toMatchObject({ status: 'checked', errors: 1, warningCounts: { payment_too_small: 10_001 } });
    const { rows } = await instance.resources.pool.query(
      'select count(*)::int as kept from ledger_boarding_problem where boarding_id = $1',
      [boarding.id],
    );
    expect(rows).toEqual([{ kept: 10_001 }]);
    const { json } = await (await lender.api()).get(`/v1/ledger/boardings/${boarding.id}/problems?severity=error`);
    expect(json.items).toMatchObject([{ line: 10_003, column: 'status', severity: 'error' }]);
  });
});

describe('POST /v1/ledger/boardings', () => {
  async function boarded(lender: Lender, file: string, query: string, key = randomUUID()) {
    const { token } = await lender.api();
    const answer = await send(`${instance.baseUrl}/v1/ledger/boardings${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'idempotency-key': key },
      body: file,
    });
    if (answer.status !== 202) return answer;
    const { db, secrets } = instance.resources;
    await runBoarding({ db, clock, secrets }, { organizationId: lender.organizationId, id: answer.json.id });
    return (await lender.api()).get(`/v1/ledger/boardings/${answer.json.id}`);
  }

  it('returns the number of warnings, by kind; in a strict boarding, they refuse the file', async () => {
    const lender = await instance.lender();
    const lenient = await boarded(lender, csv(DOLLARS), '?dry_run=true');
    expect(lenient.json).toMatchObject({
      ...{ status: 'checked', is_strict: false, errors: 0, warnings: 1 },
      warning_kinds: [{ kind: 'payment_too_small', count: 1 }],
    });
    const strict = await boarded(lender, csv(DOLLARS), '?strict=true');
    expect(strict.json).toMatchObject({
      ...{ status: 'refused', is_strict: true, errors: 1, warnings: 0 },
      warning_kinds: [],
    });
    const unknown = await boarded(lender, csv(DOLLARS), '?strict=perhaps');
    expect([unknown.status, unknown.json.detail[0].loc]).toEqual([422, ['query', 'strict']]);
  });

  it('409 when strict differs under the same key', async () => {
    const [lender, key] = [await instance.lender(), randomUUID()];
    await boarded(lender, csv(LOAN), '?dry_run=true', key);
    const other = await boarded(lender, csv(LOAN), '?dry_run=true&strict=true', key);
    expect([other.status, other.json.detail.error_code]).toEqual([409, 'idempotency_conflict']);
  });
});

describe('tributary ledger board', { timeout: 120_000 }, () => {
  let host: CommandHost;
  let environment: Environment;
  beforeAll(() => {
    host = openCommandHost();
    environment = {
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'fatal', DATABASE_URL: instance.databaseUrl },
      TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
    };
  });
  afterAll(() => host.close());

  /** Two loans of a sample, the second with a payment of a cent. */
  async function portfolio(name: string): Promise<string> {
    const [header = '', first = '', second = ''] = sample(2, 2, businessDayOf(systemClock.now()))
      .split('\n')
      .filter((line) => !/^(transaction|control)/.test(line));
    const columns = header.split(',');
    const tooSmall = second
      .split(',')
      .map((cell, index) => (columns[index] === 'scheduled_payment_cents' ? '1' : cell))
      .join(',');
    const path = join(instance.resources.config.TRIBUTARY_DATA_DIR, name);
    await writeFile(path, [header, first, tooSmall].join('\n'));
    return path;
  }

  it('ends with the warnings by kind; --strict refuses the file', async () => {
    const { organizationId } = await instance.lender();
    const words = ['ledger', 'board', await portfolio('warned.csv'), '--organization', organizationId];
    const shown = await host.run([...words, '--dry-run'], environment);
    expect(shown.stdout).toMatch(/3 +scheduled_payment_cents +warning/);
    expect(shown.stdout.trimEnd().split('\n').at(-1)).toBe('Warnings: payment_too_small 1.');
    const lenient = await host.answerOf([...words, '--dry-run'], environment);
    expect(lenient).toMatchObject({
      ...{ status: 'checked', errors: 0, warnings: 1 },
      warning_kinds: [{ kind: 'payment_too_small', count: 1 }],
    });
    const strict = await host.run([...words, '--strict', '--json'], environment);
    expect(strict.code).toBe(1);
    expect(JSON.parse(strict.stdout)).toMatchObject({ status: 'refused', errors: 1 });
    expect(await written(organizationId)).toEqual([]);
  });
});
