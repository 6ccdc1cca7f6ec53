import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, inject, it } from 'vitest';
import { BENCHES } from '../../bench/benches.js';
import { childEnvironment } from '../support/child-environment.js';

/* `npm run bench -- NAME`: every bench is listed, and wrong arguments are refused before anything starts. */

const names = Object.keys(BENCHES);

it('lists every bench, proof and picture under the name of its file', () => {
  const files = readdirSync('bench', { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => /\.(bench|proof|pictures)\.ts$/.test(file)).map((file) => file.slice(0, -3));
  const loaded = [...readFileSync('bench/benches.ts', 'utf8').matchAll(/import\('\.\/(.+)\.js'\)/g)].map(
    ([, path]) => path ?? '',
  );
  expect(loaded.toSorted()).toEqual(found.sort());
  expect(loaded.map((path) => basename(path).replace('.bench', '').replace('.', '-'))).toEqual(names);
});

it('prints the list without a name', async () => {
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(listed(stdout)).toEqual(names);
  expect((await run(['--help'])).stdout).toBe(stdout);
});

it('ends with 2 and the list for an unknown name', async () => {
  const { code, stderr } = await run(['nothing']);
  expect(code).toBe(2);
  expect(stderr).toContain("unknown command 'nothing'");
  expect(listed(stderr)).toEqual(names);
});

it('ends with 2 for a wrong argument', async () => {
  const { code, stderr } = await run(['rest', 'soon']);
  expect(code).toBe(2);
  expect(stderr).toContain("'soon' is invalid for argument 'seconds'. a whole number is wanted.");
});

it('ends with 2 for a server or a scenario that the comparison does not have', async () => {
  const [server, scenario] = await Promise.all([
    run(['rest', '--server', 'nginx']),
    run(['rest', '1', '1', 'nothing']),
  ]);
  expect([server.code, scenario.code]).toEqual([2, 2]);
  expect(server.stderr).toContain('Allowed choices are bare, express, prisma, product, graphql, apart.');
  expect(scenario.stderr).toContain('Allowed choices are payment_by_id, account_by_id,');
});

it('needs the address of a Postgres with Citus', async () => {
  const missing = await run(['citus']);
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain('give its address by --database or CITUS_DATABASE_URL');
  const url = inject('databaseServerUrl');
  const { code, stderr } = await run(['citus'], { CITUS_DATABASE_URL: url });
  expect(code).toBe(2);
  expect(stderr).toContain(`${new URL(url).host}: the extension citus is not installed on this server`);
  expect(stderr).not.toContain(new URL(url).password || url);
});

function listed(text: string): readonly string[] {
  return (
    text
      .split('Commands:\n')[1]
      ?.match(/^ {2}[a-z-]+(?= {2})/gm)
      ?.map((name) => name.trim()) ?? []
  );
}

function run(words: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const env = { ...childEnvironment(), ...environment };
    execFile(process.execPath, ['dist/bench/main.js', ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}
