import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { OperationDefinitionNode } from 'graphql';
import type { GraphCaller } from './operation-runner-interface.js';

/** Adjusts HTTP responses of Apollo Server. Responses to our own prepared operations are not changed. */
export function answersPlugin({
  mostCharacters,
}: {
  readonly mostCharacters: number;
}): ApolloServerPlugin<GraphCaller> {
  return {
    requestDidStart: async ({ contextValue: { isPrepared } }) => {
      if (isPrepared === true) return {};
      return {
        willSendResponse: async ({ request: { http }, operation, response }) => {
          const refusal = refusedSize(operation, response.body, mostCharacters);
          if (refusal !== undefined) {
            response.body = refusal;
            response.http.status = 400;
          }
          // Responses are private to the caller; the host has already set that header.
          response.http.headers.delete('cache-control');
          if (response.http.status === 400) response.http.status = statusOfRefusal(http?.headers.get('accept'));
        },
      };
    },
  };
}

/** The answer instead of one that is too long; the result of a mutation must be returned, however long it is. */
export function refusedSize(operation: OperationDefinitionNode | undefined, body: unknown, mostCharacters: number) {
  if (operation?.operation !== 'query' || !isLonger(body, mostCharacters)) return undefined;
  const message = `A response may have ${mostCharacters} characters at most: ask for fewer rows or fields.`;
  const errors = [{ message, extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT } }];
  return { kind: 'single', singleResult: { errors } } as const;
}

/** The status of a refused document, which depends on what the client accepts. */
export function statusOfRefusal(accept: string | undefined): 200 | 400 {
  return isOfOldClient(accept) ? 200 : 400;
}

/**
 * GraphQL over HTTP, section 6.4.1: a client that accepts `application/json` and does not know
 * `application/graphql-response+json` cannot tell our 400 from a proxy's, so the errors of a document SHOULD be sent
 * with 200.
 */
function isOfOldClient(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('application/graphql-response+json');
}

/**
 * Estimates the size before the response is written: a response too long for a string would be an internal error after
 * seconds of work.
 */
function isLonger(answer: unknown, most: number): boolean {
  let left = most;
  const found: unknown[] = [answer];
  while (found.length > 0 && left >= 0) {
    const value = found.pop();
    left -= typeof value === 'string' ? value.length + 2 : 4;
    if (typeof value !== 'object' || value === null) continue;
    for (const name in value) {
      if (!Array.isArray(value)) left -= name.length + 3;
      found.push(Reflect.get(value, name));
    }
  }
  return left < 0;
}
