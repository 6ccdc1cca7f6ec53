import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment } from '../support/command.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import type { Lender } from '../support/lender.js';
import { pdfGlyphs } from '../support/pdf-glyphs.js';
import { pdfPages } from '../support/pdf-text.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let account: string;
let folder: string;
let environment: Environment;
let host: CommandHost;

beforeAll(async () => {
  host = openCommandHost();
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  account = await lender.ledgerAccount(100_000);
  await (await lender.api()).record(account, { amount_cents: 30_000 });
  folder = await mkdtemp(join(tmpdir(), 'tributary-ledger-commands-'));
  environment = { DATABASE_URL: instance.resources.databaseUrl, TRIBUTARY_DATA_DIR: folder, LOG_LEVEL: 'fatal' };
});
afterAll(async () => {
  await host.close();
  await instance.close();
  await rm(folder, { recursive: true, force: true });
});

describe('tributary ledger', { timeout: 120_000 }, () => {
  it('payoff shows the quote of REST; a day outside the range ends with 1, a foreign account too', async () => {
    const quote = await host.answerOf(['ledger', 'payoff', account], environment);
    expect(quote).toEqual((await (await lender.api()).get(`/v1/accounts/${account}/payoff`)).json);
    const wrong = await host.run(['ledger', 'payoff', account, '--on', '2001-01-01'], environment);
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toMatch(/^tributary: a payoff can be quoted for \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}\n$/);
    expect((await host.run(['ledger', 'payoff', 'nothing'], environment)).code).toBe(1);
  });

  it('payoff-letter writes the letter once, and overwrites nothing', async () => {
    const out = join(folder, 'letter.pdf');
    const { file, amount_cents } = await host.answerOf(['ledger', 'payoff-letter', account, '--out', out], environment);
    expect([file, amount_cents]).toEqual([out, 70_000]);
    const before = await readFile(out);
    expect((await pdfPages(before))[0]).toContain('paid off with $700.00');
    expect((await host.run(['ledger', 'payoff-letter', account, '--out', out], environment)).code).toBe(1);
    expect(await readFile(out)).toEqual(before);
  });

  it('payoff-letter has the name as corrected with persons correct, in its own script', async () => {
    await host.answerOf(['persons', 'correct', lender.personId, '--name', 'Chan 陳大文'], environment);
    const out = join(folder, 'corrected.pdf');
    await host.answerOf(['ledger', 'payoff-letter', account, '--out', out], environment);
    const letter = await readFile(out);
    expect((await pdfPages(letter))[0]?.replaceAll(' ', '')).toContain('Chan陳大文');
    expect(pdfGlyphs(letter)).not.toContain(0);
    const refused = await host.run(['persons', 'correct', lender.personId, '--email', 'nowhere'], environment);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('not an email address')]);
  });

  it('journal shows entries with their lines, page by page', async () => {
    const first = await host.answerOf(['ledger', 'journal', '--account', account, '--limit', '1'], environment);
    expect(first.items).toMatchObject([
      { type: 'payment', account_id: account, lines: [{ ledger_account: 'cash', amount_cents: 30_000 }, {}] },
    ]);
    const words = ['ledger', 'journal', '--account', account, '--limit', '1', '--cursor', first.page.next_cursor];
    const second = await host.answerOf(words, environment);
    expect(second).toMatchObject({ items: [{ type: 'disbursement' }], page: { next_cursor: null, has_more: false } });
  });

  it('general-ledger sums to zero', async () => {
    const words = [
      'ledger',
      'general-ledger',
      '--from',
      '2020-01-01',
      '--to',
      '2099-12-31',
      '--organization',
      lender.organizationId,
    ];
    const { items } = await host.answerOf(words, environment);
    expect(items.map(({ ledger_account }: any) => ledger_account)).toEqual(['cash', 'principal_receivable']);
    expect(items.reduce((sum: number, { net_cents }: any) => sum + net_cents, 0)).toBe(0);
    expect(items[0]).toMatchObject({ debit_cents: 30_000, credit_cents: 100_000, net_cents: -70_000 });
  });
});
