import { GraphQLError } from 'graphql';
import { Problem } from '../../core/errors/problem.js';

/**
 * Rethrows a `Problem` as a GraphQL error with its status. Apollo Server would treat any other error as an internal
 * one.
 */
export function throwAsGraphError(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new GraphQLError(error.message, { extensions: { ...error.extensions, http: { status: error.status } } });
}
