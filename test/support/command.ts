import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from './child-environment.js';
import { compiled } from './process.js';

/** The built product's command line. */
export const MAIN = compiled('cli/main.js');

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** When the response had arrived, on this process's monotonic clock. */
  readonly answeredAt: number;
}

export type Environment = Readonly<Record<string, string>>;

/**
 * Runs one command of the built product to the end. It gets only PATH and the clock settings of this process's
 * environment.
 */
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

/** As `command`, with `--json`: the JSON document on standard output. @throws when it ends with a code other than 0. */
export async function answerOf(words: readonly string[], environment: Environment): Promise<any> {
  const { code, stdout, stderr } = await command([...words, '--json'], environment);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}
