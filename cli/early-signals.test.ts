import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const early = new URL('../dist/cli/early-signals.js', import.meta.url).href;

/** How a process that prints `ready` ends after the signal. */
async function ended(script: string): Promise<readonly unknown[]> {
  const args = ['--import', early, '--eval', `setInterval(() => {}, 1_000); ${script} console.log('ready')`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  return once(child, 'exit');
}

it('a process that does not listen yet ends by itself, as process 1 must', async () => {
  expect(await ended('')).toEqual([143, null]);
});

it('a process that listens handles the signal itself', async () => {
  expect(await ended(`process.on('SIGTERM', () => setTimeout(() => process.exit(7), 10));`)).toEqual([7, null]);
});
