import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../support/fineract/fineract-server.js';
import { STAFF_PERMISSIONS } from '../support/fineract/fineract-staff.js';
import { CUT_POINTS } from '../support/fineract-proof/fault-plan.js';

/* `npm run bench -- fineract-proof`: its arguments, and a short run against the stand-in. */

let server: FineractServer;

beforeAll(async () => {
  server = await openFineract();
  for (const permission of STAFF_PERMISSIONS) server.permissions.add(permission);
  server.book.isBusinessDateEnabled = false;
});
afterAll(() => server.close());

const { username, password, tenant } = FINERACT_USER;
const address = () => ['--base-url', server.baseUrl, '--username', username, '--password', password];

describe('fineract-proof › arguments', () => {
  const at = (baseUrl: string, ...more: string[]) => [
    ...['--base-url', baseUrl, '--username', username, '--password', password, '--this-is-a-test-tenant', ...more],
  ];
  it.each<[string, () => string[], RegExp]>([
    ['no address', () => [], /required option '--base-url <url>' not specified/],
    [
      'no password',
      () => ['--base-url', 'http://h/api/v1', '--username', 'u'],
      /required option '--password <password>'/,
    ],
    [
      'no word that it is a test tenant',
      address,
      /Never run it on a tenant with real loans\. .*--this-is-a-test-tenant/,
    ],
    ['another path', () => at('http://127.0.0.1:1/fineract-provider'), /--base-url must be .* ends with \/api\/v1/],
    ['credentials in the address', () => at('http://u:p@127.0.0.1:1/api/v1'), /--base-url must be/],
    ['no payments', () => at('http://127.0.0.1:1/api/v1', '--payments', '0'), /--payments must be at least 1/],
    ['a word as a number', () => at('http://127.0.0.1:1/api/v1', '--kills', 'few'), /a whole number is wanted/],
  ])('%s › ends with 2 before anything starts', async (_, words, problem) => {
    const { code, stderr, stdout } = await run(words());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(problem);
    expect(server.book.products).toEqual([]);
  });

  it('--help says what it does to the tenant', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('moves its business date. Never run it on a tenant with real loans.');
  });
});

describe('fineract-proof › a short run against the stand-in', () => {
  const short = ['--tenant', tenant, '--payments', '10', '--kills', '4', '--settle-seconds', '1'];

  it('is proven: processes killed and connections cut at each point, nothing doubled, lost or invented', async () => {
    const { code, stdout, stderr } = await run([...address(), ...short, '--this-is-a-test-tenant', '--json']);
    expect(code, stderr).toBe(0);
    const found = JSON.parse(stdout);
    expect(found.steps.map(({ problem }: { problem: unknown }) => problem)).toEqual(Array(7).fill(null));
    const none = { doubled: 0, lost: 0, invented: 0 };
    expect(found.kinds).toMatchObject([
      { kind: 'payments', ...none },
      { kind: 'reversals', ...none },
      { kind: 'payments in the sync', ...none },
      { kind: 'waivers in the sync', ours: 1, ...none },
      { kind: 'write-offs in the sync', ours: 1, ...none },
    ]);
    for (const point of CUT_POINTS)
      expect([found.broken.kill[point], found.broken.cut[point]]).not.toContain(undefined);
    expect(found).toMatchObject({ version: 'stand-in', isProven: true });
    expect(server.book.isBusinessDateEnabled).toBe(false);
    expect(server.violations).toEqual([]);
  }, 300_000);

  it('is not proven, and ends with 1, if Fineract has a payment twice', async () => {
    const repay = server.book.pay.bind(server.book);
    server.book.pay = (loan, payment) => {
      if (payment.externalId !== undefined) repay(loan, { ...payment, externalId: undefined });
      return repay(loan, payment);
    };
    const { code, stdout } = await run([...address(), '--payments', '2', '--kills', '0', '--this-is-a-test-tenant']);
    server.book.pay = repay;
    expect(code).toBe(1);
    expect(stdout).toContain('Fineract stand-in;');
    expect(stdout).toMatch(/\| payments \| \d+ \| [1-9]\d* \| 0 \| 0 \|/);
    expect(stdout).toContain('not proven');
  }, 300_000);
});

function run(words: readonly string[]) {
  return new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const command = ['dist/bench/main.js', 'fineract-proof', ...words];
    execFile(process.execPath, command, { env: childEnvironment() }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}
