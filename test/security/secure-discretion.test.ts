import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.js';
import { freshDatabase } from '../support/database.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

let folder: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tributary-discretion-'));
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

function serveSecure(flags: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(process.execPath, [...flags, MAIN, 'serve', 'secure'], {
    cwd: folder,
    env: {
      ...childEnvironment(),
      DATABASE_URL: database.url,
      TRIBUTARY_DATA_DIR: folder,
      SECURE_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Collects the output of a process. */
function heard(child: ChildProcess): { text: string } {
  const said = { text: '' };
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    said.text += chunk;
  });
  return said;
}

/**
 * Waits until a plain process has opened its inspector at the same signal: a process signalled earlier has had as much
 * time.
 */
async function inspectorOpens(): Promise<void> {
  const plain = spawn(process.execPath, [
    '--inspect-port=0',
    '-e',
    "process.stdin.resume(); process.stdout.write('up')",
  ]);
  const [ended, said] = [once(plain, 'close'), heard(plain)];
  await once(plain.stdout, 'data');
  plain.kill('SIGUSR1');
  await expect.poll(() => said.text).toContain('Debugger listening');
  plain.kill('SIGKILL');
  await ended;
}

describe('serve secure', () => {
  it('refuses to start with a flag that exposes its memory, and names the flag', async () => {
    const child = serveSecure([], { NODE_OPTIONS: '--no-warnings --heapsnapshot-near-heap-limit=1' });
    const said = heard(child);
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said.text).toContain('does not run with --heapsnapshot-near-heap-limit=1');
  });

  it('opens no inspector on a signal, writes no report, and excludes its heap from core dumps', async () => {
    const child = serveSecure([]);
    const [ended, said] = [once(child, 'close'), heard(child)];
    try {
      await expect.poll(() => said.text).toContain('secure is running');
      child.kill('SIGUSR1');
      await inspectorOpens();
      if (process.platform === 'linux') {
        const filter = await readFile(`/proc/${child.pid}/coredump_filter`, 'utf8');
        expect(Number.parseInt(filter, 16)).toBe(0);
      }
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    expect(said.text).not.toContain('Debugger');
    expect((await readdir(folder)).filter((name) => /report|heap|core/i.test(name))).toEqual([]);
  });
});
