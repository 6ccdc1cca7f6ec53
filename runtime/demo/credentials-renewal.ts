import { OPERATOR_TOKEN_SECONDS } from '../../core/auth/operator-token.js';
import type { Resources } from '../assembly/resources.js';
import type { Part } from '../parts/part.js';
import { ensureCredentials, type HostAddresses } from './seed-and-write-demo-credentials.js';

/** Half of its lifetime: a token copied from the file is valid for hours. */
const RENEWED_EVERY_SECONDS = OPERATOR_TOKEN_SECONDS / 2;
/** Checks the clock often instead of using one long timer: after sleep, a machine notices at the next check. */
const CHECK_EVERY_MS = 60_000;

/** Writes the credentials file again with a new operator's token, while the product runs with demo data. */
export class DemoRenewal implements Part {
  readonly name = 'demo credentials';
  readonly #resources: Resources;
  readonly #addresses: HostAddresses;
  #writtenAt: number;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;

  /** Call it right after the file was first written. */
  constructor(resources: Resources, addresses: HostAddresses) {
    this.#resources = resources;
    this.#addresses = addresses;
    this.#writtenAt = this.#seconds();
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  /** Renews if due. A failure is logged, and retried at the next check. */
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
