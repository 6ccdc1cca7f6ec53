import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.js';
import type { CommandResult, Environment } from './command.js';

const MAIN = fileURLToPath(new URL('../../dist/test/support/command-host-process.js', import.meta.url));

/** Runs commands in a process that stays: each answers exactly as in its own process, without the startup time. */
export interface CommandHost {
  /** Runs one command to the end. */
  run(words: readonly string[], environment: Environment): Promise<Omit<CommandResult, 'answeredAt'>>;
  /** The JSON document that a command prints with `--json`. @throws when it ends with a code other than 0. */
  answerOf(words: readonly string[], environment: Environment): Promise<any>;
  close(): Promise<void>;
}

export function openCommandHost(): CommandHost {
  const child = spawn(process.execPath, [MAIN], {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let before: Promise<unknown> = Promise.resolve();
  const ask: CommandHost['run'] = async (words, environment) => {
    child.stdin.write(`${JSON.stringify({ words, environment })}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`the process of commands ended at: ${words.join(' ')}`);
    return JSON.parse(value);
  };
  const run: CommandHost['run'] = (words, environment) => {
    const answer = before.then(() => ask(words, environment));
    before = answer.catch(() => undefined);
    return answer;
  };
  return {
    run,
    answerOf: async (words, environment) => {
      const { code, stdout, stderr } = await run([...words, '--json'], environment);
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    close: async () => {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}
