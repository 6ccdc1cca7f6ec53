import { type Guard, NoBodyMemory } from '../../../core/http/front/body.js';
import { BodyMemory, SMALL_BYTES } from '../../../core/http/front/body-memory-of-unauthenticated-senders.js';
import { UnverifiedCalls } from '../../../core/http/limit-unverified-calls.js';

export interface WebhookLimits {
  /** Bytes of one call. */
  readonly callBytes: number;
  /** Bytes of a call without a header signature: it must be parsed before its sender is known. */
  readonly unsignedCallBytes: number;
  /** Bytes held for each share, and for one source in it. */
  readonly heldBytes: number;
  readonly heldBytesPerSource: number;
  /** Milliseconds that a call may take to arrive. */
  readonly patienceMs: number;
  /** Unverified calls of one address. */
  readonly unverifiedPerMinute: number;
}

/**
 * A call's credentials before it is read: a caller's token, a signature in its headers, or none yet. Each kind has its
 * own capacity: unauthenticated callers cannot block signed calls, and wrongly signed calls cannot block authenticated
 * callers.
 */
export type WebhookShare = 'known' | 'signed' | 'unsigned';

/** A call that may be read. */
export interface AdmittedCall {
  readonly limitBytes: number;
  readonly guard: Guard;
  /** Releases the capacity, and records whether the call was genuine. */
  end(outcome: 'proven' | 'failed' | 'unknown'): void;
}

/** Limits the webhook calls, and their bytes, that this process holds before they are authenticated. */
export class WebhookIntake {
  readonly #limits: WebhookLimits;
  readonly #room: BodyMemory<WebhookShare>;
  readonly #calls: UnverifiedCalls;

  constructor(limits: WebhookLimits) {
    this.#limits = limits;
    this.#room = new BodyMemory({ share: limits.heldBytes, source: limits.heldBytesPerSource });
    this.#calls = new UnverifiedCalls(limits.unverifiedPerMinute);
  }

  /** Bytes of calls held now. */
  heldBy(share: WebhookShare): number {
    return this.#room.heldBy(share);
  }

  /**
   * @param declaredBytes - undefined when the call has no Content-Length
   * @throws {NoBodyMemory} for a large call, when too many calls from its source were not genuine
   */
  begin(share: WebhookShare, source: string, declaredBytes: number | undefined): AdmittedCall {
    const { callBytes, unsignedCallBytes, patienceMs: timeoutMs } = this.#limits;
    const isSmall = declaredBytes !== undefined && declaredBytes <= SMALL_BYTES;
    const call = share === 'known' ? undefined : this.#calls.begin(`${share} ${source}`, isSmall);
    if (share !== 'known' && call === undefined) throw new NoBodyMemory();
    const room = this.#room.begin(share, source, isSmall);
    return {
      limitBytes: share === 'unsigned' ? Math.min(unsignedCallBytes, callBytes) : callBytes,
      guard: { room, timeoutMs },
      end: (outcome) => {
        room.release();
        call?.end(outcome);
      },
    };
  }
}
