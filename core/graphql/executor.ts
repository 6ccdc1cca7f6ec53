import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors/problem.js';
import type { Logger } from '../logging/logger.js';
import type { Principal } from '../principal/principal.js';
import type { GraphContext } from './context.js';

export interface GraphRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

/** A result that may leave the process: its errors hold only public data. */
export interface GraphResult {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly PresentedError[];
  /** Organizations with contact data in the result. */
  readonly contactOf?: readonly string[];
  /** Persons with contact data in the result: the one, or two of them. */
  readonly contactPersons?: readonly string[];
  /** Digests of the contact data in the arguments. */
  readonly contactSought?: readonly string[];
}

export interface PresentedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export type Execute = (request: GraphRequest, context: GraphContext) => Promise<GraphResult>;

/** Runs a client's write after the checks that must come first. */
export type AroundWrite = <T>(principal: Principal, write: () => Promise<T>) => Promise<T>;

type Runnable = (context: GraphContext, variables: Readonly<Record<string, unknown>>) => ReturnType<RunCompiled>;
type RunCompiled = (
  root: unknown,
  context: unknown,
  variables: Readonly<Record<string, unknown>>,
) => ExecutionResult | Promise<ExecutionResult>;

/** The number of compiled documents that a subgraph caches. The REST facade has few; the rest are the dashboard's. */
const COMPILED_DOCUMENTS = 500;

/**
 * Executes operations on a subgraph's schema. Each document is compiled once (graphql-jit) and cached.
 *
 * @param aroundWrite - wraps every mutation; if it throws, that is the mutation's only error and nothing was done.
 */
export function createExecutor(schema: GraphQLSchema, logger: Logger, aroundWrite?: AroundWrite): Execute {
  const compiled = new LRUCache<string, Runnable>({ max: COMPILED_DOCUMENTS });
  return async (request, context) => {
    const key = request.operationName === undefined ? request.query : `${request.operationName}\n${request.query}`;
    let runnable = compiled.get(key);
    if (runnable === undefined) {
      runnable = compile(schema, parse(request.query), request.operationName, aroundWrite);
      compiled.set(key, runnable);
    }
    const result = await runnable(context, request.variables ?? {});
    const { organizationIds, personIds, soughtDigests } = context.contactReads;
    return {
      data: result.data ?? null,
      ...(result.errors && { errors: result.errors.map((error) => present(error, context, logger)) }),
      ...(organizationIds.size > 0 && { contactOf: [...organizationIds] }),
      ...(personIds.size > 0 && { contactPersons: [...personIds] }),
      ...(soughtDigests.size > 0 && { contactSought: [...soughtDigests] }),
    };
  };
}

function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  aroundWrite: AroundWrite | undefined,
): Runnable {
  const errors = validate(schema, document);
  if (errors.length > 0) return () => ({ errors });
  const made = compileQuery(schema, document, operationName);
  if (!isCompiledQuery(made)) return () => made;
  const run: RunCompiled = made.query;
  const isWrite = getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
  if (!isWrite || aroundWrite === undefined) return (context, variables) => run(undefined, context, variables);
  return (context, variables) =>
    aroundWrite(context.principal, async () => run(undefined, context, variables)).catch(notBegun);
}

function notBegun(error: Error): ExecutionResult {
  return { errors: [new GraphQLError(error.message, { originalError: error })] };
}

/**
 * The public part of an error: a `Problem` is shown in full, an error in the document as GraphQL words it, any other as
 * internal.
 */
function present(error: GraphQLError, context: GraphContext, logger: Logger): PresentedError {
  const path = error.path ? { path: error.path } : {};
  const cause = error.originalError;
  if (cause instanceof Problem) {
    if (cause.cause !== undefined) logger.warn({ err: cause.cause, request_id: context.requestId }, cause.message);
    return { message: cause.message, ...path, extensions: cause.extensions };
  }
  if (cause === undefined || cause === null) {
    return { message: error.message, ...path, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
  }
  // A scalar rejected a value that a client sent. For a value in our answer, scalars throw no GraphQLError.
  if (cause instanceof GraphQLError) return { message: cause.message, ...path, extensions: { code: 'BAD_USER_INPUT' } };
  logger.error({ err: cause, request_id: context.requestId }, 'unexpected error in a resolver');
  const hidden = new Problem('internal_error', { request_id: context.requestId });
  return { message: hidden.message, ...path, extensions: hidden.extensions };
}
