import { type Guard, NoRoom } from '../../../core/http/front/body.js';
import { BodyRoom, SMALL_BYTES } from '../../../core/http/front/body-room.js';
import { UnverifiedCalls } from '../../../core/http/unverified-calls.js';

export interface WebhookLimits {
  /** Bytes of one call. */
  readonly callBytes: number;
  /** Of one that no header signs: it has to be parsed before its sender can be told. */
  readonly unsignedCallBytes: number;
  /** Bytes that are held of each share, and of one source in it. */
  readonly heldBytes: number;
  readonly heldBytesPerSource: number;
  /** Milliseconds that a call may take to arrive. */
  readonly patienceMs: number;
  /** Of one address. */
  readonly unverifiedPerMinute: number;
}

/**
 * What a call shows before it is read: a caller's token, a signature in its headers, or nothing yet. None of them takes room from
 * another: strangers cannot keep out who signs, nor those who have signed wrongly keep out who is known.
 */
export type WebhookShare = 'known' | 'signed' | 'unsigned';

/** A call that may be read. */
export interface AdmittedCall {
  readonly limitBytes: number;
  readonly guard: Guard;
  /** Gives its room back; says what it turned out to be. */
  end(outcome: 'proven' | 'failed' | 'unknown'): void;
}

/** How many webhook calls, and how much of them, this process holds before it knows whose they are. */
export class WebhookIntake {
  readonly #limits: WebhookLimits;
  readonly #room: BodyRoom<WebhookShare>;
  readonly #calls: UnverifiedCalls;

  constructor(limits: WebhookLimits) {
    this.#limits = limits;
    this.#room = new BodyRoom({ share: limits.heldBytes, source: limits.heldBytesPerSource });
    this.#calls = new UnverifiedCalls(limits.unverifiedPerMinute);
  }

  /** Bytes of calls that are held now. */
  heldBy(share: WebhookShare): number {
    return this.#room.heldBy(share);
  }

  /**
   * @param declaredBytes - undefined: it comes without saying how much it is
   * @throws {NoRoom} of a large one, where too many calls from there were not genuine
   */
  begin(share: WebhookShare, source: string, declaredBytes: number | undefined): AdmittedCall {
    const { callBytes, unsignedCallBytes, patienceMs } = this.#limits;
    const isSmall = declaredBytes !== undefined && declaredBytes <= SMALL_BYTES;
    const call = share === 'known' ? undefined : this.#calls.begin(`${share} ${source}`, isSmall);
    if (share !== 'known' && call === undefined) throw new NoRoom();
    const room = this.#room.begin(share, source, isSmall);
    return {
      limitBytes: share === 'unsigned' ? Math.min(unsignedCallBytes, callBytes) : callBytes,
      guard: { room, patienceMs },
      end: (outcome) => {
        room.release();
        call?.end(outcome);
      },
    };
  }
}
