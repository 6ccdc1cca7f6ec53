import { Temporal } from 'temporal-polyfill';
import { isId } from '../../ids/ids.js';
import type { Logger } from '../../logging/logger.js';
import type { Clock } from '../../time/clock.js';
import { BelievedReadings } from '../believed-readings.js';
import type { StoredOperatorToken } from './store.js';

export interface OperatorTokenDirectoryParts {
  /** Reads the record of one token from the database; undefined when there is none. */
  readonly read: (id: string) => Promise<StoredOperatorToken | undefined>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds that only ever grow. */
  readonly monotonic?: () => number;
}

/** The operators' tokens that may be used, as this process sees them. */
export class OperatorTokenDirectory {
  readonly #clock: Clock;
  readonly #tokens: BelievedReadings<StoredOperatorToken>;

  constructor({ read, clock, logger, monotonic }: OperatorTokenDirectoryParts) {
    this.#clock = clock;
    this.#tokens = new BelievedReadings({ read, what: 'an operator token', logger, monotonic });
  }

  /** The record of this token, neither revoked nor expired. @throws {Problem} `service_unavailable` */
  async living(id: string): Promise<StoredOperatorToken | undefined> {
    if (!isId(id)) return undefined;
    const token = await this.#tokens.get(id);
    if (token === undefined || token.revokedAt !== null) return undefined;
    return Temporal.Instant.compare(token.expiresAt, this.#clock.now()) > 0 ? token : undefined;
  }

  /** Whether this process has read one of this id: whoever guesses has none. */
  hasMet(id: string): boolean {
    return this.#tokens.met(id) !== undefined;
  }

  /** Forgets what was read of one, as a revocation asks for. Correctness never depends on it. */
  drop(id: string): void {
    this.#tokens.drop(id);
  }

  dropAll(): void {
    this.#tokens.dropAll();
  }
}
