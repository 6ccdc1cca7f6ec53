import type { Logger } from '../../logging/logger.js';
import { type SealedHead, type SealingParts, type SealingPass, sealEntries } from './seal-entries.js';

const EVERY_MS = 3_000;
/** How often a head that moves is logged. */
const LOG_EVERY_MS = 60_000;

/**
 * Seals the audit log every few seconds in each worker, and logs the heads, so that a log archive can later prove
 * them.
 */
export class Sealer {
  readonly #parts: SealingParts;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #sealing: Promise<void> | undefined;
  readonly #unlogged = new Map<string, SealedHead>();
  #loggedAt = 0;
  #isFailing = false;
  readonly #headless = new Set<string>();

  constructor(parts: SealingParts, logger: Logger) {
    this.#parts = parts;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => void this.seal(), EVERY_MS);
    this.#timer.unref();
  }

  /** Finishes the seal in progress; the rest waits for the next worker. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sealing;
    this.#logHeads();
  }

  /** One pass at a time. */
  seal(): Promise<void> {
    this.#sealing ??= this.#pass().finally(() => {
      this.#sealing = undefined;
    });
    return this.#sealing;
  }

  async #pass(): Promise<void> {
    try {
      this.#note(await sealEntries(this.#parts));
      this.#isFailing = false;
    } catch (error) {
      // Logged once per failure: unsealed entries are counted, and an alert reports them.
      if (!this.#isFailing)
        this.#logger.error({ err: error }, 'the audit log could not be sealed; the next pass tries again');
      this.#isFailing = true;
    }
    if (performance.now() - this.#loggedAt >= LOG_EVERY_MS) this.#logHeads();
  }

  #note({ heads, headless }: SealingPass): void {
    for (const head of heads) this.#unlogged.set(head.organizationId, head);
    for (const organizationId of headless.filter((chain) => !this.#headless.has(chain))) {
      this.#headless.add(organizationId);
      this.#logger.error(
        { organization_id: organizationId },
        'chains of the audit log have seals but no head: it was deleted; nothing more is sealed there',
      );
    }
  }

  #logHeads(): void {
    for (const { organizationId, sequence, hash } of this.#unlogged.values()) {
      this.#logger.info({ organization_id: organizationId, sequence, hash }, 'the audit log is sealed up to this head');
    }
    this.#unlogged.clear();
    this.#loggedAt = performance.now();
  }
}
