import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FairQueue } from './fair-queue.js';
import type { PreviewOutcome, PreviewSource } from './render-preview.js';
import type { TemplateFault, Templates } from './template-parts.js';

/** It took longer, or more memory, than a task may. */
interface OutOfBounds {
  readonly kind: 'out_of_bounds';
}

export type LiquidTask =
  | { readonly kind: 'parse'; readonly templates: Templates }
  | { readonly kind: 'render'; readonly source: PreviewSource };

const OUT_OF_BOUNDS: OutOfBounds = { kind: 'out_of_bounds' };

/** The longest that one task may take; Liquid's own limits end most of them before. */
const TASK_MS = 3_000;

/** Compiled, also when this file runs from its source under the tests. */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts')
      ? '../../../../dist/subgraphs/messaging/email/liquid/liquid-program.js'
      : './liquid-program.js',
    import.meta.url,
  ),
);

/**
 * Parses templates and renders previews in a process of their own, one task at a time, for one organization after the other:
 * whatever a template does, this process goes on answering. One that oversteps time or memory is killed, and the next task
 * starts another. A thread would not do: V8 ends the whole process when a thread of it runs out of memory.
 */
export class LiquidProcess {
  readonly #spawn: () => ChildProcess;
  readonly #queue = new FairQueue();
  #process: ChildProcess | undefined;

  /** @param spawn - only tests hand in another one. */
  constructor(spawn = spawnLiquidProcess) {
    this.#spawn = spawn;
  }

  /** Every part that is not Liquid. @throws {Problem} `service_unavailable` when too many of the organization wait already. */
  parse(organizationId: string, templates: Templates): Promise<readonly TemplateFault[] | OutOfBounds> {
    return this.#queue.run(organizationId, () => this.#done({ kind: 'parse', templates }));
  }

  /** @throws {Problem} `service_unavailable` when too many of the organization wait already. */
  render(organizationId: string, source: PreviewSource): Promise<PreviewOutcome | OutOfBounds> {
    return this.#queue.run(organizationId, () => this.#done({ kind: 'render', source }));
  }

  /** A process that lay idle may have died unnoticed, of whatever: that is not the template's fault, a new one tells. */
  async #done<A>(task: LiquidTask): Promise<A | OutOfBounds> {
    const idle = this.#process;
    const answer = idle === undefined ? undefined : await this.#askOf<A>(idle, task);
    return answer ?? (await this.#askOf<A>(await this.#started(), task)) ?? OUT_OF_BOUNDS;
  }

  /** Undefined: the process ended by itself. */
  async #askOf<A>(child: ChildProcess, task: LiquidTask): Promise<A | OutOfBounds | undefined> {
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      child.kill('SIGKILL');
    }, TASK_MS);
    try {
      const answered = answerOf<A>(child);
      child.send(task);
      const answer = await answered;
      if (answer === undefined) this.#forget(child);
      return isOverdue ? OUT_OF_BOUNDS : answer;
    } finally {
      clearTimeout(timer);
    }
  }

  async #started(): Promise<ChildProcess> {
    const child = this.#spawn();
    // Without a listener, an error of a process that nobody waits for would end this one.
    child.on('error', () => undefined);
    child.once('exit', () => this.#forget(child));
    if ((await answerOf<'ready'>(child)) === undefined)
      throw new Error('the process that parses and renders templates did not start');
    this.#process = child;
    return child;
  }

  #forget(child: ChildProcess): void {
    if (this.#process === child) this.#process = undefined;
  }
}

/** It knows nothing of the environment, has little memory, and holds up nobody who wants to end. */
export function spawnLiquidProcess(): ChildProcess {
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
async function answerOf<A>(child: ChildProcess): Promise<A | undefined> {
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
