import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.js';

/** The built product's command line. */
export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** When its answer had arrived, on the monotonic clock of this process. */
  readonly answeredAt: number;
}

export type Environment = Readonly<Record<string, string>>;

/** Runs one command of the built product to its end. Of this process's environment it gets PATH and the clock. */
export async function command(words: readonly string[], environment: Environment): Promise<CommandResult> {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...childEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr, answeredAt] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    answeredAt = performance.now();
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr, answeredAt };
}

/** As `command`, with `--json`: the one document on standard output. @throws when it ends with another code than 0. */
export async function answerOf(words: readonly string[], environment: Environment): Promise<any> {
  const { code, stdout, stderr } = await command([...words, '--json'], environment);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
