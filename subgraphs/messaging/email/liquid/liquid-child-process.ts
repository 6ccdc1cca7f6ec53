import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { FairQueue } from './fair-queue.js';
import type { PreviewOutcome, PreviewSource } from './render-preview.js';
import type { TemplateFault, Templates } from './template-fields-and-fault-types.js';

/** The task exceeded its time or memory limit. */
interface OutOfBounds {
  readonly kind: 'out_of_bounds';
}

export type LiquidTask =
  | { readonly kind: 'parse'; readonly templates: Templates }
  | { readonly kind: 'render'; readonly source: PreviewSource };

const OUT_OF_BOUNDS: OutOfBounds = { kind: 'out_of_bounds' };

/** Time limit of one task; Liquid's own limits end most tasks earlier. */
const TASK_MS = 3_000;

/** The compiled program, even when tests run this file from source. */
const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts')
      ? '../../../../dist/subgraphs/messaging/email/liquid/liquid-program.js'
      : './liquid-program.js',
    import.meta.url,
  ),
);

/**
 * Parses templates and renders previews in a separate process, one task at a time, alternating between organizations:
 * whatever a template does, this process keeps responding. A task that exceeds time or memory is killed with its
 * process, and the next task starts a new one. A thread would not do: V8 ends the whole process when one of its
 * threads runs out of memory.
 */
export class LiquidProcess {
  readonly #spawn: () => ChildProcess;
  readonly #queue = new FairQueue();
  #process: ChildProcess | undefined;

  /** @param spawn - replaced only in tests. */
  constructor(spawn = spawnLiquidProcess) {
    this.#spawn = spawn;
  }

  /**
   * Returns the parts that are not valid Liquid. @throws {Problem} `service_unavailable` when too many tasks of the
   * organization are waiting.
   */
  parse(organizationId: string, templates: Templates): Promise<readonly TemplateFault[] | OutOfBounds> {
    return this.#queue.run(organizationId, () => this.#done({ kind: 'parse', templates }));
  }

  /** @throws {Problem} `service_unavailable` when too many tasks of the organization are waiting. */
  render(organizationId: string, source: PreviewSource): Promise<PreviewOutcome | OutOfBounds> {
    return this.#queue.run(organizationId, () => this.#done({ kind: 'render', source }));
  }

  /**
   * An idle process may have died unnoticed. That is not the template's fault, so the task is repeated in a new
   * process.
   */
  async #done<A>(task: LiquidTask): Promise<A | OutOfBounds> {
    const idle = this.#process;
    const answer = idle === undefined ? undefined : await this.#askOf<A>(idle, task);
    return answer ?? (await this.#askOf<A>(await this.#started(), task)) ?? OUT_OF_BOUNDS;
  }

  /** Undefined when the process ended by itself. */
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
    // Without a listener, an error event of a child that no task uses would end this process.
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

/** The child gets no environment and little memory, and does not keep this process from exiting. */
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

/** The next message of a process; undefined if it ends first or its channel is broken. */
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
