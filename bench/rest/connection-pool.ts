import { Pool } from 'undici';
import type { ComparedServer, SentRequest } from './compared-servers.js';

const CONNECTIONS = 64;
/** An answer of GraphQL with errors has the status 200. */
const ERRORS = '"errors"';

/** Sends requests over persistent connections, as a client with a connection pool does. */
export function connectionPool({ origin, kind }: ComparedServer) {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  return {
    /** @returns the status and the body. */
    async answer({ method, path, headers, body }: SentRequest): Promise<{ status: number; text: string }> {
      const answer = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
      return { status: answer.statusCode, text: await answer.body.text() };
    },
    /** @returns whether it was answered with success. */
    async succeeds(request: SentRequest): Promise<boolean> {
      const { status, text } = await this.answer(request);
      return isSuccess(kind, status, text);
    },
    close: () => pool.close(),
  };
}

export function isSuccess(kind: ComparedServer['kind'], status: number, text: string): boolean {
  return status >= 200 && status < 300 && (kind !== 'graphql' || !text.startsWith(`{${ERRORS}`));
}
