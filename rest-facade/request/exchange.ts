import type { Request } from 'express';
import { requestIdOf } from '../../core/http/front/request-id.js';
import type { Principal } from '../../core/principal/principal.js';
import { type Decision, rateLimitedProblem, rateLimitHeaders } from '../../core/rate-limits/decision.js';
import type { Bucket } from '../../core/rate-limits/limits.js';
import type { RateLimits } from '../../core/rate-limits/rate-limits.js';

/** What counts requests. */
export type RequestLimits = Pick<RateLimits, 'consume' | 'denial'>;

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** One request on its way through the host, and what has been found out about it so far. */
export class Exchange {
  readonly #limits: RequestLimits;
  readonly request: Request;
  readonly requestId: string;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt = performance.now();
  /** The one that took it. */
  route: { readonly path: string } | undefined;
  principal: Principal | undefined;
  /** Of the key that a token was exchanged for. */
  keyPrefix: string | undefined;
  /** How long its refusal waited, in milliseconds. */
  heldMs = 0;
  /** Of the bucket that this request was counted in: on every answer, refusals too. */
  rateLimitHeaders = NO_HEADERS;

  constructor(request: Request, limits: RequestLimits) {
    this.request = request;
    this.#limits = limits;
    this.requestId = requestIdOf(request.headers['x-request-id']);
  }

  /** The client's address, as far as TRUST_PROXY believes what proxies say. */
  get address(): string {
    return this.request.ip ?? 'unknown';
  }

  /** Whether its address has guessed so often that it has to wait: known without asking anybody. */
  get isAddressLimited(): boolean {
    return this.#limits.denial('api', `address:${this.address}`) !== undefined;
  }

  /** Counts this request. @throws {Problem} `rate_limited` */
  async count(bucket: Bucket, key: string): Promise<void> {
    const decision = await this.#limits.consume(bucket, key);
    this.#show(decision);
    if (!decision.allowed) throw rateLimitedProblem(decision);
  }

  /** Counts a request that no route takes, against the address it came from. @throws {Problem} `rate_limited` */
  countAddress(): Promise<void> {
    return this.count('api', `address:${this.address}`);
  }

  /**
   * Counts a failed authentication against the address it came from, so that guessing is bounded whatever is guessed.
   * The headers of a bucket that the request was already counted in stay, unless the address is refused.
   *
   * @throws {Problem} `rate_limited`
   */
  async countFailedAuthentication(): Promise<void> {
    const decision = await this.#limits.consume('api', `address:${this.address}`);
    if (this.rateLimitHeaders === NO_HEADERS || !decision.allowed) this.#show(decision);
    if (!decision.allowed) throw rateLimitedProblem(decision);
  }

  /** Says on the answer when to come back. */
  showRetryAfter(seconds: number): void {
    this.rateLimitHeaders = { ...this.rateLimitHeaders, 'Retry-After': String(seconds) };
  }

  #show(decision: Decision): void {
    this.rateLimitHeaders = rateLimitHeaders(decision);
  }
}
