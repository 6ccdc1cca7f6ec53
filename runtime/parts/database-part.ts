import type { Config } from '../../core/config/load.js';
import type { Logger } from '../../core/logging/logger.js';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded/embedded-database.js';
import { ownAddress } from '../public-addresses.js';
import type { Part } from './part.js';

/** The database as a part: the configured one, which we neither start nor stop, or the embedded one. */
export class DatabasePart implements Part {
  readonly name = 'database';
  readonly outlivesUs = true;
  readonly isEmbedded: boolean;
  readonly #config: Config;
  readonly #logger: Logger;
  #embedded: EmbeddedDatabase | undefined;

  constructor(config: Config, logger: Logger) {
    this.#config = config;
    this.#logger = logger;
    this.isEmbedded = config.DATABASE_URL === undefined;
  }

  /** `postgres://…`; available after the start. */
  get url(): string {
    const url = this.#config.DATABASE_URL ?? this.#embedded?.url;
    if (url === undefined) throw new Error('the database has not been started');
    return url;
  }

  /** Address with the role that owns the tables; if there is none, the product's. */
  get ownerUrl(): string {
    return this.#embedded?.ownerUrl ?? this.#config.DATABASE_OWNER_URL ?? this.url;
  }

  async start(): Promise<void> {
    if (!this.isEmbedded) return;
    this.#embedded = await startEmbeddedDatabase({
      dataDir: this.#config.dataDir,
      logger: this.#logger,
      issuer: ownAddress(this.#config),
    });
  }

  async stop(): Promise<void> {
    await this.#embedded?.stop();
  }
}
