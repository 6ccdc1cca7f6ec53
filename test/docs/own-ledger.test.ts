import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.js';
import { emptyDatabase, type TestDatabase } from '../support/database.js';
import { freePorts } from '../support/free-ports.js';
import { blocksOf } from '../support/samples/blocks.js';

/* Runs docs/own-ledger.md as written, in order, from an empty database to a payoff letter. */

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Stops at the first failed command and ends background jobs, which an interactive shell would not do. */
const BEFORE = `set -eo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
curl() { command curl -sS --fail-with-body "$@"; }
`;

let database: TestDatabase;
let folder: string;
let printed: readonly string[];
beforeAll(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tributary-own-ledger-'));
  const blocks = blocksOf('own-ledger').map(({ text }) => text);
  expect(blocks).toHaveLength(3);
  const [port = 0, graphqlPort = 0, securePort = 0] = await freePorts(3);
  const text = blocks
    .join("echo '=== next'\n")
    .replace(/^export DATABASE_URL=.*$/m, '')
    .replaceAll('npm run -s tributary --', `node '${MAIN}'`)
    .replace(
      /^npm start\b/m,
      `node '${MAIN}' start > start.log & until command curl -sf localhost:4000/readyz > ready; do sleep 0.1; done`,
    )
    .replaceAll('localhost:4000', `localhost:${port}`);
  await writeFile(join(folder, 'walk.sh'), BEFORE + text);
  const env = {
    ...childEnvironment(),
    HOME: folder,
    DATABASE_URL: database.url,
    TRIBUTARY_DATA_DIR: join(folder, '.tributary'),
    PORT: String(port),
    GRAPHQL_PORT: String(graphqlPort),
    SECURE_PORT: String(securePort),
    LOG_LEVEL: 'fatal',
  };
  const { stdout } = await run('bash', ['walk.sh'], { cwd: folder, env, timeout: 170_000, maxBuffer: 1 << 24 });
  printed = stdout.split('=== next\n');
}, 180_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

it('an organization, its ledger, a loan, a payment and an adjustment', () => {
  const [first = ''] = printed;
  expect(first).toContain('Added alder.');
  expect(first).toMatch(/^Done: disbursement of 1500000 cents/m);
  const [payment, adjustment] = documents(first).slice(-2);
  expect(payment).toMatchObject({ amount_cents: 51_992, status: 'posted' });
  expect(adjustment).toMatchObject({ type: 'adjustment', amount_cents: -100 });
});

it('a product, and 1,000 loans whose history reconciles, after a dry run that wrote nothing', () => {
  const [, second = ''] = printed;
  expect(second).toContain('The product auto, version 1.');
  expect(second).toMatch(/^Dry run \w+: nothing was written\. 0 errors, 0 differences/m);
  expect(second).toMatch(/^Boarding \w+: wrote 1000 loans, 20000 transactions; tied out\. 0 errors, 0 differences/m);
});

it('a payment, its return, a charge-off, the books, the reports and a payoff', () => {
  const [reversed, chargedOff, books, crr, ncar, dr, abr, wor, payoff] = documents(printed[2] ?? '');
  expect(reversed).toMatchObject({ status: 'reversed', reversal: { is_nsf: true } });
  expect(chargedOff).toMatchObject({ type: 'charge_off' });
  const net: readonly number[] = books.items.map((item: { net_cents: number }) => item.net_cents);
  expect(net.length).toBeGreaterThan(5);
  expect(net.reduce((sum, cents) => sum + cents, 0)).toBe(0);
  expect(crr.items[0]).toMatchObject({ amount_cents: 51_992, status: 'reversed' });
  for (const { account_id } of [ncar.items[0], wor.items[0]]) expect(account_id).toBe(chargedOff.account_id);
  expect(wor.items[0].charge_off_amount_cents).toBe(chargedOff.amount_cents);
  expect([dr.items.length, abr.items.length]).toEqual([2, 2]);
  expect(payoff.amount_cents).toBe(payoff.principal_cents + payoff.interest_cents + payoff.fees_cents);
});

it('a payoff letter', async () => {
  expect((await readFile(join(folder, 'payoff.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
});

/** The JSON answers in the output, one per line. */
function documents(text: string): readonly any[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}
