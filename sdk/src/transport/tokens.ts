import { member } from '../json-member.js';
import type { Deadline } from './deadline.js';
import type { Answer, NoResponse } from './send-once.js';

interface HeldToken {
  readonly text: string;
  /** By `performance.now()`: after this a new token is fetched, and this one is used until it arrives. */
  readonly renewAt: number;
  /** After this the token is no longer used. */
  readonly endAt: number;
}

/** Shares of a token's lifetime. */
const RENEW_AFTER = 0.8;
const END_AFTER = 0.98;

/** The access token of a key: fetched once for all concurrent callers, and renewed before it expires. */
export class Tokens {
  readonly #exchange: () => Promise<Answer | NoResponse>;
  #held: HeldToken | undefined;
  #renewal: Promise<string | Answer | NoResponse> | undefined;

  /** @param exchange - requests a token once; never rejects. */
  constructor(exchange: () => Promise<Answer | NoResponse>) {
    this.#exchange = exchange;
  }

  /** The token, or why there is none now. @throws the reason of the caller's signal. */
  async current(deadline: Deadline): Promise<string | Answer | NoResponse> {
    const held = this.#held;
    const now = performance.now();
    if (held !== undefined && now < held.renewAt) return held.text;
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    if (held !== undefined && now < held.endAt) return held.text;
    const renewal = this.#renewal;
    return deadline
      .within(() => renewal)
      .catch((cause: unknown) => {
        deadline.signal?.throwIfAborted();
        return { status: undefined, cause };
      });
  }

  /** Drops a rejected token. A caller rejected with an older token uses the newer one. */
  refuse(text: string): void {
    if (this.#held?.text === text) this.#held = undefined;
  }

  async #renew(): Promise<string | Answer | NoResponse> {
    const answer = await this.#exchange();
    if (answer.status !== 200) return answer;
    const text = member(answer.body, 'access_token');
    const life = Number(member(answer.body, 'expires_in')) * 1_000;
    if (typeof text !== 'string' || !(life > 0))
      return { status: undefined, cause: new Error('no token in the response') };
    const now = performance.now();
    this.#held = { text, renewAt: now + life * RENEW_AFTER, endAt: now + life * END_AFTER };
    return text;
  }
}
