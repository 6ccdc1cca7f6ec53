import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isErrorCode } from '../core/errors/catalogue.js';
import { Problem } from '../core/errors/problem.js';
import type { Logger } from '../core/logging/logger.js';
import { inHand } from './in-hand.js';

/** Of what is wrong with a document or its variables: whoever mends these is told the rest. */
export const MOST_ERRORS = 10;
/** Messages quote what was sent; who sent it knows it. */
const MOST_CHARACTERS = 500;
const MOST_LOCATIONS = 10;

/** Codes of Apollo Server for what a client did wrong; all but one of them. */
const CLIENT_CODES: ReadonlySet<unknown> = new Set(
  Object.values(ApolloServerErrorCode).filter((code) => code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR),
);

/**
 * What may be seen of an error: a `Problem` whole, what a client did wrong as GraphQL words it but not at any length, and of
 * anything else that it is `internal_error`, with the request id under which the log has the rest.
 */
export function shownErrors(logger: Logger): (error: GraphQLFormattedError, thrown: unknown) => GraphQLFormattedError {
  return (error, thrown) => {
    // The executor notes which subgraph an error came from: how the house is divided is nobody's business outside.
    const { serviceName: _, ...extensions } = error.extensions ?? {};
    if (isErrorCode(extensions['code'])) return { ...error, extensions };
    if (CLIENT_CODES.has(extensions['code'])) return cut({ ...error, message: wordsOf(error, thrown), extensions });
    const requestId = inHand.getStore()?.requestId;
    logger.error({ err: causeOf(thrown), request_id: requestId }, 'the gateway failed unexpectedly');
    const hidden = new Problem('internal_error', requestId === undefined ? {} : { request_id: requestId });
    return { message: hidden.message, ...(error.path && { path: error.path }), extensions: hidden.extensions };
  };
}

/** A reader that runs out of stack says so in the engine's words. */
function wordsOf({ message }: GraphQLFormattedError, thrown: unknown): string {
  return causeOf(thrown) instanceof RangeError ? 'The document is nested deeper than is read.' : message;
}

/** Messages and locations of what was sent may be as long as it was. */
export function cut(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, locations } = error;
  return {
    ...error,
    message: message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS)}…` : message,
    ...(locations && { locations: locations.slice(0, MOST_LOCATIONS) }),
  };
}

/** What was thrown first: the libraries wrap it, some of them twice. */
function causeOf(thrown: unknown): unknown {
  const cause = thrown instanceof GraphQLError ? thrown.originalError : undefined;
  return cause === undefined ? thrown : causeOf(cause);
}
