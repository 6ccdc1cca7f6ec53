import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { z } from 'zod';
import { isErrorCode } from '../core/errors/catalogue.js';
import { Problem } from '../core/errors/problem.js';
import type { Logger } from '../core/logging/logger.js';
import { currentRequest } from './current-request.js';

/** Most errors shown for a document or its variables; after fixing these the client sees the rest. */
export const MOST_ERRORS = 10;
/** Messages quote the request; its sender knows it anyway. */
const MOST_CHARACTERS = 500;
const MOST_LOCATIONS = 10;

/** All but one of Apollo Server's codes for client errors. */
const CLIENT_CODES: ReadonlySet<unknown> = new Set(
  Object.values(ApolloServerErrorCode).filter((code) => code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR),
);

/**
 * The public form of an error: a `Problem` completely; a client error with GraphQL's message, shortened; anything else
 * as `internal_error` with the request id, under which the log has the cause.
 */
export function shownErrors(logger: Logger): (error: GraphQLFormattedError, thrown: unknown) => GraphQLFormattedError {
  return (error, thrown) => {
    // The executor notes which subgraph an error came from; the internal structure is not shown to clients.
    const { serviceName: _, ...extensions } = error.extensions ?? {};
    if (isErrorCode(extensions['code'])) return { ...error, extensions };
    if (CLIENT_CODES.has(extensions['code']))
      return shortened({ ...error, message: wordsOf(error, thrown), extensions });
    if (isBadRequest(thrown)) {
      return shortened({ ...error, extensions: { ...extensions, code: ApolloServerErrorCode.BAD_REQUEST } });
    }
    const requestId = currentRequest.getStore()?.requestId;
    logger.error({ err: causeOf(thrown), request_id: requestId }, 'the gateway failed unexpectedly');
    const hidden = new Problem('internal_error', requestId === undefined ? {} : { request_id: requestId });
    return { message: hidden.message, ...(error.path && { path: error.path }), extensions: hidden.extensions };
  };
}

/** Apollo Server gives some client errors a status and no code: a document that does not match its hash. */
function isBadRequest(thrown: unknown): boolean {
  return thrown instanceof GraphQLError && badRequest.safeParse(thrown.extensions).success;
}

const badRequest = z.object({ code: z.undefined().optional(), http: z.object({ status: z.literal(400) }) });

/** A parser that runs out of stack fails with the engine's message. */
function wordsOf({ message }: GraphQLFormattedError, thrown: unknown): string {
  return causeOf(thrown) instanceof RangeError ? 'The document is nested too deeply.' : message;
}

/** Messages and locations can be as long as the request. */
export function shortened(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, locations } = error;
  return {
    ...error,
    message: message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS)}…` : message,
    ...(locations && { locations: locations.slice(0, MOST_LOCATIONS) }),
  };
}

/** The original error: libraries wrap it, some of them twice. */
function causeOf(thrown: unknown): unknown {
  const cause = thrown instanceof GraphQLError ? thrown.originalError : undefined;
  return cause === undefined ? thrown : causeOf(cause);
}
