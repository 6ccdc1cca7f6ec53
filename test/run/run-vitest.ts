import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { lastResult, RESULTS, type RunResult } from './results.js';

/**
 * Runs vitest once. Its output goes to a file and, if `isShown`, to standard output too.
 *
 * @param words - options and files
 * @param environment - variables in addition to those of this process
 * @throws when it ends without a result
 */
export async function runVitest(
  words: readonly string[],
  log: string,
  isShown: boolean,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  rmSync(RESULTS, { force: true }); // from the previous run
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
  // The result may be from another run.
  if (signal !== null) throw new Error(`vitest was ended by ${signal}; its log is ${log}`);
  return lastResult();
}
