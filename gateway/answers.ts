import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import type { GraphCaller } from './operation.js';

/** What an answer over HTTP is like, beyond what Apollo Server makes it. Of our own prepared operations nothing is changed. */
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
          // What a mutation did must be told, however long it is to tell.
          if (operation?.operation === 'query' && isLonger(response.body, mostCharacters)) {
            const message = `An answer may have ${mostCharacters} characters at most: ask for fewer rows or fields.`;
            const errors = [{ message, extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT } }];
            response.body = { kind: 'single', singleResult: { errors } };
            response.http.status = 400;
          }
          // Nothing of a caller's is anybody else's: the host has said so already.
          response.http.headers.delete('cache-control');
          if (response.http.status === 400 && isOfOldClient(http?.headers.get('accept'))) response.http.status = 200;
        },
      };
    },
  };
}

/**
 * GraphQL over HTTP, section 6.4.1: who accepts `application/json` and does not know `application/graphql-response+json` cannot
 * tell a 400 of ours from a proxy's, and SHOULD have the errors of a document with 200.
 */
function isOfOldClient(accept = ''): boolean {
  return accept.includes('application/json') && !accept.includes('application/graphql-response+json');
}

/** Roughly, before it is written: an answer that is too long for a string would be a fault of ours, after seconds of work. */
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
