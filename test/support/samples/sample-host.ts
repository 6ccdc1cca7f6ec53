import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { childEnvironment } from '../child-environment.js';

/** The line that a host process writes for each ended sample. */
interface Answer {
  readonly file: string;
  readonly stdout: string;
  /** `null`: the sample ended with exit code 0. */
  readonly error: string | null;
}

/**
 * A process that runs the samples of one language, several at once: each as a separate program, without the start of an
 * interpreter.
 */
export interface SampleHost {
  /** @returns the sample's output. @throws when it fails */
  run(file: string, environment: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(reason: Error): void;
}

/** @param folder - the folder with the samples' input files */
export function openSampleHost(command: string, program: string, folder: string): SampleHost {
  const child = spawn(command, [program], {
    cwd: folder,
    env: { ...childEnvironment(), HOME: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<string, Waiting>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: Answer = JSON.parse(line);
    waiting.get(answer.file)?.resolve(answer);
    waiting.delete(answer.file);
  });
  const ended = once(child, 'close').then(() => {
    for (const [file, { reject }] of waiting) reject(new Error(`the process of samples ended at ${file}`));
  });
  return {
    async run(file, environment) {
      const answered = new Promise<Answer>((resolve, reject) => waiting.set(file, { resolve, reject }));
      child.stdin.write(`${JSON.stringify({ file, environment })}\n`);
      const { stdout, error } = await answered;
      if (error !== null) throw new Error(`${file}: ${error}`);
      return stdout;
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
