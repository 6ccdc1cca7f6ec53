import { Temporal } from 'temporal-polyfill';
import { isId } from '../../ids/ids.js';
import type { ServiceParts } from '../../service-parts.js';
import type { Clock } from '../../time/clock.js';
import { CredentialCache } from '../credential-cache.js';
import type { StoredOperatorToken } from './store.js';

export interface OperatorTokenDirectoryParts extends Pick<ServiceParts, 'clock' | 'logger'> {
  /** Reads the record of one token from the database; undefined when there is none. */
  readonly read: (id: string) => Promise<StoredOperatorToken | undefined>;
  /** A monotonic clock in milliseconds. */
  readonly monotonic?: () => number;
}

/** The valid operators' tokens, as this process sees them. */
export class OperatorTokenDirectory {
  readonly #clock: Clock;
  readonly #tokens: CredentialCache<StoredOperatorToken>;

  constructor({ read, clock, logger, monotonic }: OperatorTokenDirectoryParts) {
    this.#clock = clock;
    this.#tokens = new CredentialCache({ read, what: 'an operator token', logger, monotonic });
  }

  /** The record of this token if it is neither revoked nor expired. @throws {Problem} `service_unavailable` */
  async validToken(id: string): Promise<StoredOperatorToken | undefined> {
    if (!isId(id)) return undefined;
    const token = await this.#tokens.get(id);
    if (token === undefined || token.revokedAt !== null) return undefined;
    return Temporal.Instant.compare(token.expiresAt, this.#clock.now()) > 0 ? token : undefined;
  }

  /** Whether this process has read a token with this id: a guessed id fails this. */
  hasRead(id: string): boolean {
    return this.#tokens.lastRead(id) !== undefined;
  }

  /** Drops a cached reading after a revocation. Correctness never depends on it. */
  drop(id: string): void {
    this.#tokens.drop(id);
  }

  dropAll(): void {
    this.#tokens.dropAll();
  }
}
