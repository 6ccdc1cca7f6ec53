import { type ApiAnswer, send } from '../api.js';
import { pause } from '../until.js';
import type { FaultInstance } from './fault-instance.js';
import type { LoadKind, LoadRecord, Verdict } from './record.js';

/**
 * Longer than a part waits for another one's response to a payment in the proof, so that a client rarely gives up
 * first.
 */
const CLIENT_WAITS_MS = 12_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;
/** No fault lasts as long. */
const NEVER_MS = 180_000;

export interface Sending {
  readonly lane: LoadKind;
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether a 502 of this operation asks for a retry. */
  readonly mayBe502?: boolean;
}

/** A careful client: it sends the same request with the same key until the outcome is known. */
export class RetryingClient {
  readonly #instance: FaultInstance;
  readonly #record: LoadRecord;
  #token = '';

  constructor(instance: FaultInstance, record: LoadRecord) {
    this.#instance = instance;
    this.#record = record;
  }

  /** Exchanges the key for a token; tokens expire, so a long proof signs in between two faults. */
  async signIn(): Promise<void> {
    const { split, key } = this.#instance;
    const body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: key.prefix,
      client_secret: key.plaintext,
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await send(`${split.baseUrl}/v1/oauth/token`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(`no token: ${answer.status} ${answer.text}`);
    this.#token = answer.json.access_token;
  }

  get token(): string {
    return this.#token;
  }

  /** Sends until the response is final. Undefined: it never was, and the record has a problem for it. */
  async settle(sending: Sending): Promise<ApiAnswer | undefined> {
    const end = performance.now() + NEVER_MS;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const { answer, verdict } = await this.attempt(sending);
      if (verdict === 'acknowledged' || verdict === 'rejected' || verdict === 'wrong') return answer;
      if (performance.now() > end) {
        this.#record.wrong.push(
          `${sending.url}: no final answer within ${NEVER_MS} ms: ${answer?.status} ${answer?.text}`,
        );
        return undefined;
      }
      await pause(pauseMs);
    }
  }

  async attempt(sending: Sending): Promise<{ readonly answer: ApiAnswer | undefined; readonly verdict: Verdict }> {
    const { lane, url, method = 'POST', headers = {}, body } = sending;
    const sentAt = performance.now();
    const init = {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(CLIENT_WAITS_MS),
      ...(body !== undefined && { body }),
    };
    const answer = await send(url, init).catch(() => undefined);
    const verdict = verdictOn(answer, sending.mayBe502 === true);
    this.#record.attempted({ lane, sentAt, endedAt: performance.now(), verdict });
    if (verdict === 'wrong')
      this.#record.wrong.push(`${method} ${new URL(url).pathname}: ${answer?.status} ${answer?.text}`);
    return { answer, verdict };
  }
}

/** Pauses between two requests of a client, so that the load is steady and the machine can recover. */
export function pauseBeforeRetry(ms: number): Promise<void> {
  return pause(ms);
}

function verdictOn(answer: ApiAnswer | undefined, mayBe502: boolean): Verdict {
  if (answer === undefined) return 'cut';
  const { status, json } = answer;
  if (status === 200 || status === 201 || status === 202) return 'acknowledged';
  if (status === 503 || status === 504 || status === 429) return 'refused';
  const code: unknown = json?.detail?.error_code;
  if (status === 502 && mayBe502 && json?.detail?.retryable === true) return 'refused';
  if (status === 409 && code === 'idempotency_in_progress') return 'refused';
  if (status === 422 && code === 'servicing_rejected') return 'rejected';
  return 'wrong';
}
