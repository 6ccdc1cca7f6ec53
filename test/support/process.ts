import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.js';
import { until } from './until.js';

/** The compiled product: next to this module if that is compiled too, as in a bench. */
const DIST = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../../', import.meta.url);

export function compiled(path: string): string {
  return fileURLToPath(new URL(path, DIST));
}

/** Far longer than a start takes: several parts that start together share the processors with everything else. */
const MOST_MS = 150_000;

export interface ProductOptions {
  /** The compiled file to run. Default: the command line. */
  readonly program?: string;
  /** Arguments of the command line, for example `['start', '--json']`. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Gets all output, standard output included; without it, standard error is inherited from this process. */
  readonly heard?: (chunk: Buffer) => void;
  /** The command's file, of another version. */
  readonly main?: string;
  /** Discards standard error, where the logs are written. */
  readonly discardsErrors?: boolean;
}

/** The built product in its own process, which can be killed and restarted. */
export class Product {
  readonly #options: ProductOptions;
  #child: ChildProcess | undefined;

  constructor(options: ProductOptions) {
    this.#options = options;
  }

  /** Starts it; returns the first line that it prints on standard output. */
  async startAndReadLine(): Promise<string> {
    const child = this.#spawn(['ignore', 'pipe']);
    if (child.stdout === null) throw new Error('standard output is a pipe');
    const lines = createInterface({ input: child.stdout });
    const [line] = await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code} before it was ready`))),
    ]);
    return String(line);
  }

  /** Starts it, and waits until `GET {url}/healthz` answers. */
  async startAndWaitFor(url: string): Promise<void> {
    const child = this.#spawn(['ignore', 'ignore']);
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    const answers = () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(async () => (await answers()) || hasEnded(), `it answers at ${url}/healthz`, MOST_MS);
    if (hasEnded()) throw new Error(`it ended with ${child.exitCode ?? child.signalCode} before it answered at ${url}`);
  }

  start(): void {
    this.#spawn(['ignore', 'ignore']);
  }

  /** The id of the running process. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Sends a signal without waiting for its effect. */
  tell(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** `kill -9`: it cannot shut down cleanly. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const gone = once(child, 'exit');
    child.kill(signal);
    const [code] = await gone;
    return code;
  }

  #spawn(output: ['ignore', 'pipe' | 'ignore']): ChildProcess {
    const { program = 'cli/main.js', command, environment, heard, main = compiled(program) } = this.#options;
    const errors = this.#options.discardsErrors ? 'ignore' : 'inherit';
    const child = spawn(process.execPath, [main, ...command], {
      env: { ...childEnvironment(), ...environment },
      stdio: [...output, heard === undefined ? errors : 'pipe'],
    });
    if (heard !== undefined) for (const stream of [child.stdout, child.stderr]) stream?.on('data', heard);
    this.#child = child;
    return child;
  }
}
