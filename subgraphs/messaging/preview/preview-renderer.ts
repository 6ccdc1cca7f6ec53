import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Problem } from '../../../core/errors/problem.js';
import type { PreviewOutcome, PreviewSource } from './render-preview.js';

/** Rendering took longer, or more memory, than a preview may. */
interface OutOfBounds {
  readonly kind: 'out_of_bounds';
}

const OUT_OF_BOUNDS: OutOfBounds = { kind: 'out_of_bounds' };

/** The longest that one preview may take; Liquid's own limits end most of them before. */
const RENDER_MS = 3_000;

/** Previews that wait for the process; beyond that, callers are asked to come again. */
const MOST_WAITING = 50;

/** Compiled, also when this file runs from its source under the tests. */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts')
      ? '../../../dist/subgraphs/messaging/preview/render-process.js'
      : './render-process.js',
    import.meta.url,
  ),
);

/**
 * Renders previews in a process of their own, one at a time: whatever a template does, this one goes on answering. One that
 * oversteps time or memory is killed, and the next preview starts another. A thread would not do: V8 ends the whole process
 * when a thread of it runs out of memory.
 */
export class PreviewRenderer {
  readonly #spawn: () => ChildProcess;
  #process: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @param spawn - only tests hand in another one. */
  constructor(spawn = spawnRenderProcess) {
    this.#spawn = spawn;
  }

  /** @throws {Problem} `service_unavailable` when too many wait already. */
  async render(source: PreviewSource): Promise<PreviewOutcome | OutOfBounds> {
    if (this.#waiting >= MOST_WAITING) throw new Problem('service_unavailable');
    this.#waiting += 1;
    const rendered = this.#last.then(() => this.#rendered(source)).finally(() => (this.#waiting -= 1));
    this.#last = rendered.catch(() => undefined);
    return rendered;
  }

  /** A process that lay idle may have died unnoticed, of whatever: that is not the template's fault, a new one tells. */
  async #rendered(source: PreviewSource): Promise<PreviewOutcome | OutOfBounds> {
    const idle = this.#process;
    const outcome = idle === undefined ? undefined : await this.#askOf(idle, source);
    return outcome ?? (await this.#askOf(await this.#started(), source)) ?? OUT_OF_BOUNDS;
  }

  /** Undefined: the process ended by itself. */
  async #askOf(child: ChildProcess, source: PreviewSource): Promise<PreviewOutcome | OutOfBounds | undefined> {
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      child.kill('SIGKILL');
    }, RENDER_MS);
    try {
      const answer = answerOf(child);
      child.send(source);
      const outcome = await answer;
      if (outcome === undefined) this.#forget(child);
      return isOverdue ? OUT_OF_BOUNDS : outcome;
    } finally {
      clearTimeout(timer);
    }
  }

  async #started(): Promise<ChildProcess> {
    const child = this.#spawn();
    // Without a listener, an error of a process that nobody waits for would end this one.
    child.on('error', () => undefined);
    child.once('exit', () => this.#forget(child));
    if ((await answerOf(child)) === undefined) throw new Error('the process that renders previews did not start');
    this.#process = child;
    return child;
  }

  #forget(child: ChildProcess): void {
    if (this.#process === child) this.#process = undefined;
  }
}

/** It knows nothing of the environment, has little memory, and holds up nobody who wants to end. */
export function spawnRenderProcess(): ChildProcess {
  const child = fork(PROGRAM, {
    env: {},
    execArgv: ['--max-old-space-size=128'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** The next message of a process; undefined when it ends before, or cannot be spoken to. */
async function answerOf(child: ChildProcess): Promise<PreviewOutcome | undefined> {
  const settled = new AbortController();
  const { signal } = settled;
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => [undefined]),
    ]);
    return answer;
  } catch {
    child.kill('SIGKILL'); // its channel broke
    return undefined;
  } finally {
    settled.abort();
  }
}
