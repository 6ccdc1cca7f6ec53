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
import type { GraphCaller } from '../operation.js';
import { cut } from '../shown-errors.js';
import { throwAsGraphError } from './as-graph-error.js';
import { type Measure, measure } from './measure.js';
import { holdMoreThan, variableErrors } from './variables.js';

/** The most that one operation of the GraphQL server may have. */
export interface GraphqlLimits {
  readonly depth: number;
  readonly rootFields: number;
  readonly aliases: number;
  readonly directives: number;
  readonly cost: number;
  /** Of a document, and fields of an operation with its fragments written out. */
  readonly tokens: number;
  /** Members of objects and items of lists in the variables, at any depth. */
  readonly values: number;
  /** Of an answer to a query. */
  readonly mostCharacters: number;
}

interface LimitsSource {
  readonly limits: GraphqlLimits;
  /** In production the schema is for operators only. */
  readonly isProduction: boolean;
}

/**
 * Bounds what strangers may ask before any of it is planned or carried out. Operations that were prepared at start pass: they
 * are ours.
 */
export function limitsPlugin({ limits, isProduction }: LimitsSource): ApolloServerPlugin<GraphCaller> {
  return {
    requestDidStart: async ({ contextValue: { principal, isPrepared, countMore } }) => {
      if (isPrepared === true) return {};
      const seesSchema = !isProduction || principal.kind === 'operator';
      return {
        didResolveOperation: async ({ schema, document, operation, request: { variables = {}, operationName } }) => {
          if (!seesSchema && asksForSchema(document)) throw refused('Introspection is for operators.');
          requireOperation(schema, operation, operationName);
          if (holdMoreThan(limits.values, variables)) {
            throw refused(`Variables may hold ${limits.values} values at most.`);
          }
          const measured = measure(schema, document, operation, variables);
          const excess = firstExcess(measured, limits);
          if (excess !== undefined) throw refused(excess);
          // As many requests as it would be over REST, where one does one thing.
          if (operation.operation === 'mutation') await countMore?.(measured.rootFields - 1).catch(throwAsGraphError);
        },
        responseForOperation: async ({ schema, operation, request: { variables = {} } }) => {
          const errors = variableErrors(schema, operation, variables, { hideSuggestions: !seesSchema });
          return errors.length === 0 ? null : refusedVariables(errors);
        },
        didEncounterErrors: async ({ errors }) => {
          if (seesSchema) return;
          for (const error of errors) error.message = withoutSuggestion(error.message);
        },
      };
    },
  };
}

/**
 * An operation there must be, of a kind that the schema has: the gateway takes both for granted.
 *
 * @throws {GraphQLError} as graphql-js words it, where it executes documents itself
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

/** Which limit an operation exceeds, in words; undefined when it keeps to all of them. */
export function firstExcess(measured: Measure, limits: GraphqlLimits): string | undefined {
  const checks = [
    [measured.rootFields, limits.rootFields, 'root fields'],
    [measured.depth, limits.depth, 'levels of fields'],
    [measured.aliases, limits.aliases, 'aliases'],
    [measured.directives, limits.directives, 'directives'],
    [measured.fields, limits.tokens, 'fields, fragments written out'],
    [Math.ceil(measured.cost), limits.cost, 'units of cost'],
  ] as const;
  const excess = checks.find(([has, most]) => has > most);
  return excess && `An operation may have ${excess[1]} ${excess[2]} at most; this one has ${excess[0]}.`;
}

/**
 * Of a principal that may not see the schema, a misspelt name must not be answered with the right one. It stands at the end of a
 * message, behind what the sender wrote; no expression looks for it, for that text may be made to cost one dearly.
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
      singleResult: { errors: errors.map((error) => cut({ ...error.toJSON(), extensions })) },
    },
  };
}
