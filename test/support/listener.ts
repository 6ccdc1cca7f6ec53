import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** `tributary listen` in a process of its own, and what it has printed. */
export class Listener {
  readonly #child: ChildProcess;
  readonly #end: Promise<number | null>;
  #stdout = '';
  stderr = '';

  constructor(words: readonly string[], environment: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [MAIN, 'listen', ...words], {
      env: { ...childEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text) => {
      this.stderr += text;
    });
    this.#end = once(this.#child, 'close').then(([code]) => code);
  }

  get lines(): readonly string[] {
    return this.#stdout.split('\n').filter((line) => line !== '');
  }

  /** With `--json`: each line is one. */
  get documents(): readonly any[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  /** Until it has printed its first line. @throws when it ends before. */
  async begun(): Promise<void> {
    while (!this.#stdout.includes('\n')) {
      const ended = await Promise.race([this.#end.then(() => true), new Promise((go) => setTimeout(go, 20, false))]);
      if (ended && !this.#stdout.includes('\n')) throw new Error(`it ended: ${this.stderr}`);
    }
  }

  ended(): Promise<number | null> {
    return this.#end;
  }

  /** As Ctrl-C does. */
  stop(): Promise<number | null> {
    this.#child.kill('SIGINT');
    return this.#end;
  }
}
