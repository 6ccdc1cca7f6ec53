import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../core/errors/problem.js';
import type { PreviewOutcome, PreviewSource } from './render-preview.js';

/** Rendering took longer, or more memory, than a preview may. */
interface OutOfBounds {
  readonly kind: 'out_of_bounds';
}

/** The longest that one preview may take; Liquid's own limits end most of them before. */
const RENDER_MS = 3_000;

/** Previews that wait for the thread; beyond that, callers are asked to come again. */
const MOST_WAITING = 50;

const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

/** Compiled, also when this file runs from its source under the tests. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/subgraphs/messaging/preview/render-thread.js' : './render-thread.js',
  import.meta.url,
);

/**
 * Renders previews in a thread of their own, one at a time: whatever a template does, the process goes on answering. A
 * thread that oversteps time or memory is ended, and the next preview starts another.
 */
export class PreviewRenderer {
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @throws {Problem} `service_unavailable` when too many wait already. */
  render(source: PreviewSource): Promise<PreviewOutcome | OutOfBounds> {
    if (this.#waiting >= MOST_WAITING) throw new Problem('service_unavailable');
    this.#waiting += 1;
    const rendered = this.#last.then(() => this.#rendered(source)).finally(() => (this.#waiting -= 1));
    this.#last = rendered.catch(() => undefined);
    return rendered;
  }

  async #rendered(source: PreviewSource): Promise<PreviewOutcome | OutOfBounds> {
    const thread = await this.#running();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(), RENDER_MS);
    try {
      const answer = once(thread, 'message', { signal: end.signal });
      thread.postMessage(source);
      const [outcome]: PreviewOutcome[] = await answer;
      if (outcome === undefined) throw new Error('the thread of previews answered nothing');
      return outcome;
    } catch (error) {
      await thread.terminate();
      if (end.signal.aborted || isOutOfMemory(error)) return { kind: 'out_of_bounds' };
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** It knows nothing of the environment, and holds up no process that wants to end. */
  async #running(): Promise<Worker> {
    if (this.#thread !== undefined) return this.#thread;
    const thread = new Worker(THREAD, { resourceLimits: MEMORY, env: {}, execArgv: [] });
    await once(thread, 'message');
    thread.unref();
    // Whoever waits for an answer hears of an error too; when nobody does, the next preview starts another thread.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      this.#thread = undefined;
    });
    this.#thread = thread;
    return thread;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
