import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './free-ports.js';
import { until } from './until.js';

/** The test's own Redis server, which it can hang and kill. */
export interface RedisServer {
  readonly url: string;
  hang(): void;
  kill(): Promise<void>;
}

export interface RedisForTests {
  readonly url: string;
  /** Starts another server; undefined where `redis-server` is not installed. */
  readonly own: (() => Promise<RedisServer>) | undefined;
  /** Stops the server if it was started for this: a test worker that is ended does not end its processes. */
  close(): Promise<void>;
}

const STANDARD_URL = 'redis://127.0.0.1:6379';

/**
 * A real Redis: the one on 127.0.0.1:6379, or one started from the PATH. Undefined if there is neither: then the tests
 * that need it are skipped, with a message.
 */
export async function redisForTests(): Promise<RedisForTests | undefined> {
  const installed = await hasServer();
  const own = installed ? startServer : undefined;
  if (await answers(STANDARD_URL)) return { url: STANDARD_URL, own, close: async () => undefined };
  if (own !== undefined) {
    const { url, kill } = await startServer();
    return { url, own, close: kill };
  }
  process.stderr.write(
    'Tests with a real Redis (limits, search for card numbers) DID NOT RUN: no server on 127.0.0.1:6379, and redis-server is not on the PATH.\n',
  );
  return undefined;
}

async function hasServer(): Promise<boolean> {
  const child = spawn('redis-server', ['--version'], { stdio: 'ignore' });
  return new Promise((resolve) =>
    child.once('error', () => resolve(false)).once('exit', (code) => resolve(code === 0)),
  );
}

async function startServer(): Promise<RedisServer> {
  const port = await freePort();
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const url = `redis://127.0.0.1:${port}`;
  await until(() => {
    if (child.exitCode !== null) throw new Error('redis-server did not start');
    return answers(url);
  }, 'redis-server answers');
  return { url, hang: () => child.kill('SIGSTOP'), kill: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 500,
    commandTimeout: 500,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}
