import type { ApolloServerPlugin } from '@apollo/server';
import { type DocumentNode, GraphQLError, Kind, visit } from 'graphql';
import type { GraphCaller } from '../operation.js';
import { type Measure, measure } from './measure.js';

/** The most that one operation of the GraphQL server may have. */
export interface GraphqlLimits {
  readonly depth: number;
  readonly rootFields: number;
  readonly aliases: number;
  readonly directives: number;
  readonly cost: number;
  /** Of a document, and fields of an operation with its fragments written out. */
  readonly tokens: number;
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
    requestDidStart: async ({ contextValue: { principal, isPrepared } }) => {
      if (isPrepared === true) return {};
      const seesSchema = !isProduction || principal.kind === 'operator';
      return {
        didResolveOperation: async ({ schema, document, operation, request: { variables } }) => {
          if (!seesSchema && asksForSchema(document)) throw refused('Introspection is for operators.');
          if (operation === undefined) return;
          const excess = firstExcess(measure(schema, document, operation, variables ?? {}), limits);
          if (excess !== undefined) throw refused(excess);
        },
        didEncounterErrors: async ({ errors }) => {
          if (seesSchema) return;
          for (const error of errors) error.message = withoutSuggestion(error.message);
        },
      };
    },
  };
}

/** Which limit an operation exceeds, in words; undefined when it keeps to all of them. */
export function firstExcess(measured: Measure, limits: GraphqlLimits): string | undefined {
  const checks = [
    [measured.rootFields, limits.rootFields, 'root fields'],
    [measured.depth, limits.depth, 'levels of fields'],
    [measured.aliases, limits.aliases, 'aliases'],
    [measured.directives, limits.directives, 'directives'],
    [measured.fields, limits.tokens, 'fields, fragments written out'],
    [measured.cost, limits.cost, 'units of cost'],
  ] as const;
  const excess = checks.find(([has, most]) => has > most);
  return excess && `An operation may have ${excess[1]} ${excess[2]} at most; this one has ${excess[0]}.`;
}

/** Of a principal that may not see the schema, a misspelt name must not be answered with the right one. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ ?Did you mean .+\?$/s, '');
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

function refused(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } });
}
