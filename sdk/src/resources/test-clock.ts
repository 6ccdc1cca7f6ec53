import { failure } from '../errors.js';
import type { CallOptions, KeyedCallOptions } from '../options.js';
import { type Api, type Call, keyOf } from '../transport/api.js';
import { backoffMs } from '../transport/backoff.js';
import type { QueryOf, TestClock as Shown, TestClockAdvance } from '../types.js';

const STILL_ADVANCING = 'The deadline passed while the clock was being advanced.';

/** The business day of a sandbox organization, which you advance yourself. */
export class TestClock {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** The current business day, and how far the latest advance has come. */
  get(query: QueryOf<'/v1/test-clock'> = {}, options: CallOptions = {}): Promise<Shown> {
    return this.#get(options, query);
  }

  /** Starts to advance the day; until that ends, writes on the organization throw `test_clock_advancing`. */
  advance(by: TestClockAdvance, options: KeyedCallOptions = {}): Promise<Shown> {
    return this.#advance(options, by, options);
  }

  /**
   * The same, and waits until the advance ends. In the result, `error` says why it ended before its target day; null:
   * it reached that day.
   *
   * @throws {TributaryError} `test_clock_advancing` when the deadline passes first: the advance continues, and `wait`
   * waits for it.
   * @example
   * const clock = await tributary.testClock.advanceAndWait({ days: 30 });
   */
  async advanceAndWait(by: TestClockAdvance, options: KeyedCallOptions = {}): Promise<Shown> {
    const call = this.#api.call(options);
    await this.#advance(call, by, options);
    return this.#rested(call, by.organization_id ? { organization_id: by.organization_id } : {});
  }

  /** Waits until no advance is running. */
  wait(query: QueryOf<'/v1/test-clock'> = {}, options: CallOptions = {}): Promise<Shown> {
    return this.#rested(this.#api.call(options), query);
  }

  #get(call: Call | CallOptions, query: QueryOf<'/v1/test-clock'>): Promise<Shown> {
    return this.#api.ask(call, (sending) => this.#api.base.GET('/v1/test-clock', { ...sending, params: { query } }));
  }

  #advance(call: Call | CallOptions, body: TestClockAdvance, options: KeyedCallOptions): Promise<Shown> {
    const params = { header: keyOf(options) };
    return this.#api.ask(call, (sending) =>
      this.#api.base.POST('/v1/test-clock/advance', { ...sending, params, body }),
    );
  }

  async #rested(call: Call, query: QueryOf<'/v1/test-clock'>): Promise<Shown> {
    for (let reads = 0; ; reads += 1) {
      const clock = await this.#get(call, query);
      if (clock.status === 'resting') return clock;
      if (!(await call.deadline.pause(backoffMs(reads)))) {
        throw failure('test_clock_advancing', { error_code: 'test_clock_advancing', message: STILL_ADVANCING });
      }
    }
  }
}
