import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from './child-environment.js';
import { MAIN } from './command.js';
import { until } from './until.js';

/** `tributary listen` in its own process, with its output so far. */
export class Listener {
  readonly #child: ChildProcess;
  readonly #end: Promise<number | null>;
  #stdout = '';
  #hasEnded = false;
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
    this.#end = once(this.#child, 'close').then(([code]) => {
      this.#hasEnded = true;
      return code;
    });
  }

  get lines(): readonly string[] {
    return this.#stdout.split('\n').filter((line) => line !== '');
  }

  /** With `--json`, each line is a document. */
  get documents(): readonly any[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  /** Waits for its first line. @throws when it ends before that. */
  async begun(): Promise<void> {
    const hasLine = () => this.#stdout.includes('\n');
    await until(() => hasLine() || this.#hasEnded, 'tributary listen prints its first line', 60_000);
    if (!hasLine()) throw new Error(`it ended: ${this.stderr}`);
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
