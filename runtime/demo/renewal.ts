import { OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import type { Resources } from '../assembly/resources.js';
import type { Part } from '../parts/part.js';
import { ensureCredentials, type HostAddresses } from './ensure.js';

/** Half of its life: whoever copies it from the file has hours left. */
const RENEWED_EVERY_SECONDS = OPERATOR_TOKEN_SECONDS / 2;
/** By the clock and not by one long timer: a machine that slept finds out at the next look. */
const LOOKS_EVERY_MS = 60_000;

/** Writes the credentials file again, with a new operator's token, while the product runs on demo data. */
export class DemoRenewal implements Part {
  readonly name = 'demo credentials';
  readonly #resources: Resources;
  readonly #addresses: HostAddresses;
  #writtenAt: number;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  /** Right after they were written for the first time. */
  constructor(resources: Resources, addresses: HostAddresses) {
    this.#resources = resources;
    this.#addresses = addresses;
    this.#writtenAt = this.#seconds();
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), LOOKS_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  /** Renews when it is time to. What fails is logged, and tried again at the next look. */
  async look(): Promise<void> {
    if (this.#seconds() - this.#writtenAt < RENEWED_EVERY_SECONDS) return;
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    await this.#renewing;
  }

  async #renew(): Promise<void> {
    try {
      await ensureCredentials(this.#resources, this.#addresses);
      this.#writtenAt = this.#seconds();
    } catch (error) {
      this.#resources.logger.warn({ err: error }, 'the demo credentials could not be renewed');
    }
  }

  #seconds(): number {
    return this.#resources.clock.now().epochMilliseconds / 1_000;
  }
}
