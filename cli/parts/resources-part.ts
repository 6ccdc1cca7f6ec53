import type { Config } from '../../core/config/load.js';
import type { Logger } from '../../core/logger.js';
import { openResources, type Resources, type ResourcesSource } from '../assembly/resources.js';
import type { Part } from './part.js';

/** What one process needs that others do not. */
type Needs = Pick<ResourcesSource, 'checks' | 'onlyReads'>;

/** The pool and what hangs on it, for as long as the other parts need it. */
export class ResourcesPart implements Part {
  readonly name = 'resources';
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #databaseUrl: () => string;
  readonly #needs: Needs;
  #opened: Resources | undefined;

  constructor(config: Config, logger: Logger, databaseUrl: () => string, needs: Needs = {}) {
    this.#config = config;
    this.#logger = logger;
    this.#databaseUrl = databaseUrl;
    this.#needs = needs;
  }

  get resources(): Resources {
    if (this.#opened === undefined) throw new Error('the resources have not been opened');
    return this.#opened;
  }

  async start(): Promise<void> {
    this.#opened = await openResources({
      config: this.#config,
      databaseUrl: this.#databaseUrl(),
      logger: this.#logger,
      ...this.#needs,
    });
  }

  announceStop(): void {
    this.#opened?.announceStop();
  }

  async stop(): Promise<void> {
    await this.#opened?.close();
  }
}
