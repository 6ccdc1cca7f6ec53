import type { z } from 'zod';
import type { Logger } from '../../../core/logging/logger.js';
import type { Reached } from '../../../loan-model/port.js';
import type { HttpAnswer, HttpClient, HttpOutcome, HttpRequest } from '../http/http-client.js';
import { retryAfter } from '../http/rate-limit.js';
import { errorCodes, refusesOnlyThisRead, reportsAbsent } from './errors.js';

const HEADERS = { accept: 'application/vnd.mambu.v2+json' };

/** A parsed answer, and the headers that contain the cursor of lists. */
export interface ParsedAnswer<T> {
  readonly content: T;
  readonly headers: Readonly<Record<string, string>>;
}

/** Mambu's API v2: reads are either parsed or unavailable; the sender of a post judges the answer. */
export class MambuApi {
  readonly #http: HttpClient;
  readonly #code: string;
  readonly #logger: Logger;

  constructor(http: HttpClient, code: string, logger: Logger) {
    this.#http = http;
    this.#code = code;
    this.#logger = logger;
  }

  /**
   * A read, by `GET` or by a search. It is `absent` only if Mambu's own error code says that the requested object does
   * not exist. A list or a search is never absent.
   */
  async read<S extends z.ZodType>(
    request: HttpRequest,
    shape: S,
    absence?: RegExp,
  ): Promise<Reached<ParsedAnswer<z.output<S>> | 'absent'>> {
    const outcome = await this.send(request);
    if (outcome.kind !== 'answered') return { kind: 'unavailable' };
    if (absence !== undefined && reportsAbsent(outcome, absence)) return { kind: 'answered', value: 'absent' };
    if (outcome.status !== 200) return this.#unavailable(request, outcome);
    const content = this.understand(request, outcome, shape);
    if (content === undefined) return { kind: 'unavailable' };
    return { kind: 'answered', value: { content, headers: outcome.headers } };
  }

  async send(request: HttpRequest): Promise<HttpOutcome> {
    return this.#http.send({ ...request, headers: { ...HEADERS, ...request.headers } });
  }

  /** The parsed content of an answer; undefined, and logged, when it does not have the expected form. */
  understand<S extends z.ZodType>(request: HttpRequest, answer: HttpAnswer, shape: S): z.output<S> | undefined {
    const read = shape.safeParse(answer.body);
    if (read.success) return read.data;
    const fields = read.error.issues.map(({ path }) => path.join('.'));
    this.report(request, answer, 'unexpected form', { fields });
    return undefined;
  }

  /**
   * Logs problems that an operator must fix: wrong credentials, answers of an unexpected form. Never the body: it
   * contains names.
   */
  report({ method, path }: HttpRequest, { status, body }: HttpAnswer, what: string, more: object = {}): void {
    const errors = errorCodes(body);
    this.#logger.error({ loan_system: this.#code, method, path, status, errors, ...more }, `Mambu’s answer: ${what}`);
  }

  #unavailable(request: HttpRequest, answer: HttpAnswer): Reached<never> {
    if (answer.status < 500 && answer.status !== 429) this.report(request, answer, 'read not permitted');
    const concernsOneRead = refusesOnlyThisRead(answer) && ({ isWell: true, mayPass: true } as const);
    return { kind: 'unavailable', ...concernsOneRead, ...retryAfter(answer) };
  }
}

/** A list that was read; a list without rows is empty, not absent. */
export function listed<T>(read: Reached<ParsedAnswer<readonly T[]> | 'absent'>): Reached<readonly T[]> {
  if (read.kind === 'unavailable') return read;
  return read.value === 'absent' ? { kind: 'unavailable' } : { kind: 'answered', value: read.value.content };
}
