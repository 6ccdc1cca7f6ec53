import { GraphQLError } from 'graphql';
import { Problem } from '../../core/errors/problem.js';

/** Rethrows a `Problem` as the error of a document, with its status. Apollo Server would take any other error for an internal one. */
export function throwAsGraphError(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new GraphQLError(error.message, { extensions: { ...error.extensions, http: { status: error.status } } });
}
