import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../child-environment.js';

/** What a host process writes for each sample: a line. */
interface Answer {
  readonly stdout: string;
  /** `null`: the sample ended with exit code 0. */
  readonly error: string | null;
}

/** A process that runs the samples of one language: each as a program of its own, without the start of an interpreter. */
export interface SampleHost {
  /** @returns what the sample printed. @throws when it fails */
  run(file: string, environment: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

/** @param folder - where samples find what they read */
export function openSampleHost(command: string, program: string, folder: string): SampleHost {
  const child = spawn(command, [program], {
    cwd: folder,
    env: { ...childEnvironment(), HOME: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(file, environment) {
      child.stdin.write(`${JSON.stringify({ file, environment })}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`the process of samples ended at ${file}`);
      const { stdout, error }: Answer = JSON.parse(value);
      if (error !== null) throw new Error(`${file}: ${error}`);
      return stdout;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
