import type { Config } from '../../core/config/load.js';
import type { Logger } from '../../core/logger.js';
import { openResources, type Resources } from '../assembly/resources.js';
import type { Part } from './part.js';

/** The pool and what hangs on it, for as long as the other parts need it. */
export class ResourcesPart implements Part {
  readonly name = 'resources';
  readonly #config: Config;
  readonly #logger: Logger;
  readonly #databaseUrl: () => string;
  readonly #onlyReads: boolean;
  #opened: Resources | undefined;

  /** @param onlyReads - whether nothing in this process writes to the database */
  constructor(config: Config, logger: Logger, databaseUrl: () => string, onlyReads = false) {
    this.#config = config;
    this.#logger = logger;
    this.#databaseUrl = databaseUrl;
    this.#onlyReads = onlyReads;
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
      onlyReads: this.#onlyReads,
    });
  }

  announceStop(): void {
    this.#opened?.announceStop();
  }

  async stop(): Promise<void> {
    await this.#opened?.close();
  }
}
