import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Principal } from '../../core/principal/principal.js';
import type { GraphCaller } from '../operation-runner-interface.js';
import { shortened } from '../shown-errors.js';
import { throwAsGraphError } from './as-graph-error.js';
import { type Measure, measure } from './operation-size.js';
import { exceedCount, variableErrors } from './variable-count-and-errors.js';

/** Limits on one operation of the GraphQL server. */
export interface GraphqlLimits {
  readonly depth: number;
  readonly rootFields: number;
  readonly aliases: number;
  readonly directives: number;
  readonly cost: number;
  /** Tokens of a document, and fields of an operation with its fragments expanded. */
  readonly tokens: number;
  /** Members of objects and items of lists in the variables, at any depth. */
  readonly values: number;
  /** Characters of a query's response. */
  readonly mostCharacters: number;
}

interface LimitsSource {
  readonly limits: GraphqlLimits;
  /** In production only operators may read the schema. */
  readonly isProduction: boolean;
}

/**
 * Limits foreign documents before they are planned or executed. Operations prepared at start are exempt: they are our
 * own.
 */
export function limitsPlugin({ limits, isProduction }: LimitsSource): ApolloServerPlugin<GraphCaller> {
  return {
    requestDidStart: async ({ contextValue: { principal, isPrepared, countMore } }) => {
      if (isPrepared === true) return {};
      const seesSchema = maySeeSchema(principal, isProduction);
      return {
        didResolveOperation: async ({ schema, document, operation, request: { variables = {}, operationName } }) => {
          if (!seesSchema && asksForSchema(document)) throw refused('Introspection is for operators only.');
          requireOperation(schema, operation, operationName);
          if (exceedCount(limits.values, variables)) {
            throw refused(`Variables may hold ${limits.values} values at most.`);
          }
          const measured = measure(schema, document, operation, variables);
          const excess = firstExcess(measured, limits);
          if (excess !== undefined) throw refused(excess);
          // Counts as many requests as the same work would be over REST.
          if (operation.operation === 'mutation') await countMore?.(measured.rootFields - 1).catch(throwAsGraphError);
        },
        responseForOperation: async ({ schema, operation, request: { variables = {} } }) => {
          const errors = variableErrors(schema, operation, variables, { hideSuggestions: !seesSchema });
          return errors.length === 0 ? null : refusedVariables(errors);
        },
        didEncounterErrors: async ({ errors }) => {
          if (!seesSchema) removeSuggestions(errors);
        },
      };
    },
  };
}

export function maySeeSchema({ kind }: Principal, isProduction: boolean): boolean {
  return !isProduction || kind === 'operator';
}

/** For a principal that may not read the schema. */
export function removeSuggestions(errors: readonly Error[]): void {
  for (const error of errors) error.message = withoutSuggestion(error.message);
}

/**
 * Requires an operation of a kind that the schema has: the gateway assumes both.
 *
 * @throws {GraphQLError} with the messages of graphql-js
 */
function requireOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode | undefined,
  name: string | undefined,
): asserts operation is OperationDefinitionNode {
  const code = ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE;
  if (operation === undefined) {
    const unnamed = 'Must provide operation name if query contains multiple operations.';
    throw refused(name === undefined ? unnamed : `Unknown operation named "${name}".`, code);
  }
  if (schema.getRootType(operation.operation) === undefined) {
    throw refused(`Schema is not configured to execute ${operation.operation} operation.`, code);
  }
}

/** The limit that an operation exceeds, in words; undefined if it exceeds none. */
export function firstExcess(measured: Measure, limits: GraphqlLimits): string | undefined {
  const checks = [
    [measured.rootFields, limits.rootFields, 'root fields'],
    [measured.depth, limits.depth, 'levels of fields'],
    [measured.aliases, limits.aliases, 'aliases'],
    [measured.directives, limits.directives, 'directives'],
    [measured.fields, limits.tokens, 'fields, with fragments expanded'],
    [Math.ceil(measured.cost), limits.cost, 'units of cost'],
  ] as const;
  const excess = checks.find(([has, most]) => has > most);
  return excess && `An operation may have ${excess[1]} ${excess[2]} at most; this one has ${excess[0]}.`;
}

/**
 * Removes the suggestion of a name from a message for a principal that may not read the schema. The suggestion is at
 * the end, after the sender's own text; no regular expression searches for it, because that text could be crafted to
 * make one slow.
 */
export function withoutSuggestion(message: string): string {
  const at = message.endsWith('?') ? message.lastIndexOf('Did you mean ') : -1;
  return at === -1 ? message : message.slice(0, at).trimEnd();
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    [Kind.FIELD]: ({ name: { value } }) => {
      if (value === '__schema' || value === '__type') asks = true;
    },
  });
  return asks;
}

function refused(message: string, code = ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
}

function refusedVariables(errors: readonly GraphQLError[]): GraphQLResponse {
  const extensions = { code: ApolloServerErrorCode.BAD_USER_INPUT };
  return {
    http: { status: 400, headers: new HeaderMap() },
    body: {
      kind: 'single',
      singleResult: { errors: errors.map((error) => shortened({ ...error.toJSON(), extensions })) },
    },
  };
}
