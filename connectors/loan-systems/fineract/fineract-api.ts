import type { z } from 'zod';
import type { Logger } from '../../../core/logging/logger.js';
import type { Reached, Sending, Unavailable } from '../../../loan-model/port.js';
import { type HttpAnswer, type HttpClient, type HttpOutcome, type HttpQuery, pathOf } from '../http/http-client.js';
import { retryAfter } from '../http/rate-limit.js';
import { concernsOneLoan, isAbsence } from './failures.js';
import { missingPermission } from './permissions.js';

export interface FineractApi {
  /**
   * Reads the object at a path; `absent` if Fineract itself reports, with the codes in `absence`, that it does not
   * exist.
   */
  read<Schema extends z.ZodType>(request: ReadRequest<Schema>): Promise<Reached<z.output<Schema> | 'absent'>>;
  /** The raw answer, for callers that need its status. */
  get(parts: Path, query: HttpQuery): Promise<HttpOutcome>;
  /** Several reads in one call. */
  batch(requests: readonly object[]): Promise<HttpOutcome>;
  command(
    parts: Path,
    command: string,
    idempotencyKey: string,
    body: Readonly<Record<string, unknown>>,
    sending: Sending | undefined,
  ): Promise<HttpOutcome>;
  /** Fineract's answer to a log-in lists the permissions of the user; it opens no session. */
  logIn(credentials: { readonly username: string; readonly password: string }): Promise<HttpOutcome>;
  /** The outcome of a read with any status but 200. */
  unavailable(answer: HttpAnswer, path: Path): Reached<never>;
  /**
   * The parsed answer, or undefined after logging the problem: the server's version is newer or older than those we
   * support.
   */
  parse<Schema extends z.ZodType>(schema: Schema, answer: HttpAnswer, path: Path): z.output<Schema> | undefined;
}

type Path = readonly (string | number)[];

export interface ReadRequest<Schema> {
  readonly path: Path;
  readonly query?: HttpQuery;
  readonly schema: Schema;
  /** Codes of a 404 that mean absence; without it a read is never absent. */
  readonly absence?: RegExp;
}

export function createFineractApi(code: string, http: HttpClient, logger: Logger): FineractApi {
  const api: FineractApi = {
    get: (path, query) => http.send({ method: 'GET', path: pathOf(...path), query }),
    batch: (body) => http.send({ method: 'POST', path: '/batches', query: { enclosingTransaction: 'false' }, body }),
    command: (path, command, idempotencyKey, body, sending) =>
      http.send({
        method: 'POST',
        path: pathOf(...path),
        query: { command },
        headers: { 'idempotency-key': idempotencyKey },
        body,
        sending,
      }),
    logIn: (body) => http.send({ method: 'POST', path: pathOf('authentication'), body }),
    parse: (schema, answer, path) => {
      const parsed = schema.safeParse(answer.body);
      if (parsed.success) return parsed.data;
      const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).slice(0, 10);
      logger.error({ loan_system: code, path: pathOf(...path), problems }, 'an answer of Fineract could not be parsed');
      return undefined;
    },
    unavailable: (answer, path) => {
      const at = { loan_system: code, path: pathOf(...path), status: answer.status };
      logger.warn(at, 'Fineract did not answer a read');
      const problem = missingPermission(answer, path);
      // Without the permission for one kind of read, the others work.
      const isOfOneKind = problem !== undefined && path[0] !== 'loans';
      const concernsOneRead = (concernsOneLoan(answer) || isOfOneKind) && ({ isWell: true, mayPass: true } as const);
      return {
        kind: 'unavailable',
        ...concernsOneRead,
        ...retryAfter(answer),
        ...(problem !== undefined && { problem }),
      };
    },
    read: async ({ path, query, schema, absence }) => {
      const outcome = await api.get(path, query ?? {});
      if (outcome.kind !== 'answered') return { kind: 'unavailable' };
      if (absence !== undefined && isAbsence(outcome, absence)) return { kind: 'answered', value: 'absent' };
      if (outcome.status !== 200) return api.unavailable(outcome, path);
      const value = api.parse(schema, outcome, path);
      return value === undefined ? { kind: 'unavailable' } : { kind: 'answered', value };
    },
  };
  return api;
}

/** The same, of a read that concerns the whole system and not one loan. */
export function concerningSystem({ problem, retryAfterMs }: Unavailable): Unavailable {
  return {
    kind: 'unavailable',
    ...(problem !== undefined && { problem }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
