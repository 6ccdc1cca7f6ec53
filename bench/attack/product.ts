import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Api } from '../../test/support/api.js';
import { freePorts } from '../../test/support/free-ports.js';

/** What attackers know: addresses, and the token of a key without scopes. */
export interface AttackTarget {
  readonly base: number;
  readonly graphql: number;
  readonly account: string;
  readonly key: string;
  /** An access token of that key. */
  readonly token: string;
}

export interface Product {
  readonly pid: number;
  readonly baseUrl: string;
  readonly metricsUrl: string;
  /** Keys of the reading clients: each has its own rate limit. */
  readonly readers: readonly string[];
  readonly target: AttackTarget;
  stop(): Promise<void>;
}

const credentials = z.object({
  keys: z.array(z.object({ name: z.string(), key: z.string() })),
  sandbox_accounts: z.record(z.string(), z.string()),
});

/** The product with its demo data, in its own process and data folder. */
export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const [base = 0, graphql = 0, secure = 0, metrics = 0] = await freePorts(4);
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../cli/main.js', import.meta.url)), 'start'], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      TRIBUTARY_DATA_DIR: dataDir,
      PORT: String(base),
      GRAPHQL_PORT: String(graphql),
      SECURE_PORT: String(secure),
      METRICS_PORT: String(metrics),
    },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const baseUrl = `http://127.0.0.1:${base}`;
  const made = await ready(`${baseUrl}/readyz`, join(dataDir, 'demo-credentials.json'), child);
  const keyOf = (name: string) => made.keys.find((key) => key.name === name)?.key ?? '';
  const key = keyOf('legacy');
  const { token } = await Api.exchange(baseUrl, { prefix: key.slice(0, 8), plaintext: key });
  return {
    pid: child.pid ?? 0,
    baseUrl,
    metricsUrl: `http://127.0.0.1:${metrics}/metrics`,
    readers: ['full', 'reader', 'other'].map(keyOf),
    target: { base, graphql, account: made.sandbox_accounts['SBX-POSTS'] ?? '', key, token },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until it answers, and returns its keys. */
async function ready(url: string, file: string, child: ChildProcess): Promise<z.infer<typeof credentials>> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('the product did not start');
    const answer = await fetch(url).catch(() => undefined);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (answer?.status === 200 && text !== undefined) return credentials.parse(JSON.parse(text));
    await sleep(200);
  }
}
