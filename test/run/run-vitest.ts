import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { lastResult, RESULTS, type RunResult } from './results.js';

/**
 * One run of vitest, its output in a file and, where `isShown`, on standard output too.
 *
 * @param words - options and files
 * @param environment - variables that it gets beside those of this process
 * @throws when it ended without a result
 */
export async function runVitest(
  words: readonly string[],
  log: string,
  isShown: boolean,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  rmSync(RESULTS, { force: true }); // of the run before
  const child = spawn('node_modules/.bin/vitest', ['run', ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kept = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(kept, { end: false });
    if (isShown) stream.pipe(process.stdout, { end: false });
  }
  const [, signal] = await once(child, 'close');
  kept.end();
  // The result of another run may be there.
  if (signal !== null) throw new Error(`vitest was ended by ${signal}; its log is ${log}`);
  return lastResult();
}
