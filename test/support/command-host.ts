import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.js';
import type { Environment } from './command.js';

const MAIN = fileURLToPath(new URL('../../dist/test/support/command-host-process.js', import.meta.url));

/** Commands in a process that stays: what comes before a test's own subject does not cost the start of one each. */
export interface CommandHost {
  /** The one document that a command answers with `--json`. @throws when it fails. */
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
  const ask = async (words: readonly string[], environment: Environment) => {
    child.stdin.write(`${JSON.stringify({ words: [...words, '--json'], environment })}\n`);
    const { value, done } = await answers.next();
    if (done === true) throw new Error(`the process of commands ended at: ${words.join(' ')}`);
    const { stdout, error } = JSON.parse(value);
    if (error !== null) throw new Error(`${words.join(' ')}: ${error}`);
    return JSON.parse(stdout);
  };
  return {
    answerOf: (words, environment) => {
      const answer = before.then(() => ask(words, environment));
      before = answer.catch(() => undefined);
      return answer;
    },
    close: async () => {
      child.stdin.end();
      await once(child, 'close');
    },
  };
}
