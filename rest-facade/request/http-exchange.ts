import type { Request } from 'express';
import { requestIdOf } from '../../core/http/front/request-id.js';
import type { Principal } from '../../core/principal/principal.js';
import { type Decision, rateLimitedProblem, rateLimitHeaders } from '../../core/rate-limits/decision.js';
import type { Bucket } from '../../core/rate-limits/limits.js';
import type { RateLimits } from '../../core/rate-limits/rate-limits.js';

/** Counts requests. */
export type RequestLimits = Pick<RateLimits, 'consume' | 'denial'>;

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** One request on its way through the host, and what is known about it so far. */
export class Exchange {
  readonly #limits: RequestLimits;
  readonly request: Request;
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt = performance.now();
  /** The matching route. */
  route: { readonly path: string } | undefined;
  principal: Principal | undefined;
  /** Id of the key that the token was exchanged for. */
  keyPrefix: string | undefined;
  /** How long its refusal was delayed, in milliseconds. */
  heldMs = 0;
  /** Headers of the bucket that this request was counted in; on every response, refusals too. */
  rateLimitHeaders = NO_HEADERS;

  constructor(request: Request, limits: RequestLimits) {
    this.request = request;
    this.#limits = limits;
    this.requestId = requestIdOf(request.headers['x-request-id']);
  }

  /** The client's address; proxy headers are trusted as far as TRUST_PROXY allows. */
  get address(): string {
    return this.request.ip ?? 'unknown';
  }

  /** Whether its address has failed so often that it must wait; needs no call to another service. */
  get isAddressLimited(): boolean {
    return this.#limits.denial('api', `address:${this.address}`) !== undefined;
  }

  /** Counts this request. @throws {Problem} `rate_limited` */
  async count(bucket: Bucket, key: string): Promise<void> {
    const decision = await this.#limits.consume(bucket, key);
    this.#show(decision);
    if (!decision.allowed) throw rateLimitedProblem(decision);
  }

  /** Counts a request without a route against its address. @throws {Problem} `rate_limited` */
  countAddress(): Promise<void> {
    return this.count('api', `address:${this.address}`);
  }

  /**
   * Counts a failed authentication against its address, so that guessing is limited whatever is guessed.
   * If the request was already counted in a bucket, that bucket's headers stay, unless the address is refused.
   *
   * @throws {Problem} `rate_limited`
   */
  async countFailedAuthentication(): Promise<void> {
    const decision = await this.#limits.consume('api', `address:${this.address}`);
    if (this.rateLimitHeaders === NO_HEADERS || !decision.allowed) this.#show(decision);
    if (!decision.allowed) throw rateLimitedProblem(decision);
  }

  /** Sets Retry-After on the response. */
  showRetryAfter(seconds: number): void {
    this.rateLimitHeaders = { ...this.rateLimitHeaders, 'Retry-After': String(seconds) };
  }

  #show(decision: Decision): void {
    this.rateLimitHeaders = rateLimitHeaders(decision);
  }
}
