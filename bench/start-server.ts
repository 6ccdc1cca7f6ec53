import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServedFixture, ServerKind, WORKING } from './scenarios.js';

export interface StartedServer<Kind = ServerKind> {
  readonly kind: Kind;
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

/** A server in its own process; its logs are written as in production, and discarded. */
export async function startServer<Kind extends ServerKind | typeof WORKING>(
  kind: Kind,
  fixture: ServedFixture,
): Promise<StartedServer<Kind>> {
  const script = fileURLToPath(new URL('serve.js', import.meta.url));
  const child = spawn(process.execPath, [script, kind], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(JSON.stringify(fixture));
  const [line] = await once(child.stdout, 'data');
  return {
    kind,
    url: `http://127.0.0.1:${Number(String(line))}`,
    pid: child.pid ?? 0,
    stop: () => child.kill('SIGTERM'),
  };
}
