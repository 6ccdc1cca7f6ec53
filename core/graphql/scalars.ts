import {
  GraphQLError,
  type GraphQLScalarLiteralParser,
  GraphQLScalarType,
  Kind,
  print,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { isoInstantOf } from '../time/dates.js';

/** An integer within ±(2^53 − 1): cents and money-order serials do not fit GraphQL's 32-bit Int. */
export const SafeInt = new GraphQLScalarType<number, number>({
  name: 'SafeInt',
  description: 'An integer between -(2^53 - 1) and 2^53 - 1.',
  serialize: answered(safeInteger),
  parseValue: safeInteger,
  parseLiteral: written((node) => safeInteger(node.kind === Kind.INT ? Number(node.value) : undefined)),
});

/** A calendar date, `YYYY-MM-DD`. */
export const IsoDateScalar = textScalar('Date', 'A calendar date, YYYY-MM-DD.', /^\d{4}-\d{2}-\d{2}$/);

const IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** An instant (RFC 3339): returned in UTC, accepted with any offset. */
export const IsoInstantScalar = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description: 'An instant (RFC 3339): returned in UTC, accepted with any offset.',
  serialize: answered(instantInUtc),
  parseValue: instant,
  parseLiteral: written((node) => instant(node.kind === Kind.STRING ? node.value : undefined)),
});

/** A JSON object with any members. */
export const JsonObjectScalar = new GraphQLScalarType<object, object>({
  name: 'JsonObject',
  description: 'A JSON object.',
  serialize: answered(jsonObject),
  parseValue: jsonObject,
  parseLiteral: written((node, variables) => jsonObject(valueFromASTUntyped(node, variables))),
});

/** All scalars of the graph. Subgraphs parse values with them; the gateway does so before it calls a subgraph. */
export const SCALARS = [SafeInt, IsoDateScalar, IsoInstantScalar, JsonObjectScalar] as const;

/**
 * A value in UTC stays as it is, with its fraction of a second. Services check whether the day exists, as they do for
 * dates; a day that does not exist stays as it is.
 */
function instant(value: unknown): string {
  if (typeof value !== 'string' || !WITH_OFFSET.test(value)) throw new GraphQLError('DateTime cannot read this value.');
  return IN_UTC.test(value) ? value : (isoInstantOf(value) ?? value);
}

function instantInUtc(value: unknown): string {
  if (typeof value === 'string' && IN_UTC.test(value)) return value;
  throw new GraphQLError('DateTime cannot read this value.');
}

function jsonObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new GraphQLError('JsonObject needs an object.');
}

function safeInteger(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('SafeInt needs an integer between -(2^53 - 1) and 2^53 - 1.');
}

function textScalar(name: string, description: string, pattern: RegExp) {
  const parse = (value: unknown): string => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw new GraphQLError(`${name} cannot read this value.`);
  };
  return new GraphQLScalarType<string, string>({
    name,
    description,
    serialize: answered(parse),
    parseValue: parse,
    parseLiteral: written((node) => parse(node.kind === Kind.STRING ? node.value : undefined)),
  });
}

/** Reports an invalid literal in a document with its position. */
function written<T>(
  parse: (node: ValueNode, variables?: Record<string, unknown> | null) => T,
): GraphQLScalarLiteralParser<T> {
  return (node, variables) => {
    try {
      return parse(node, variables);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      throw new GraphQLError(`${error.message} Found ${print(node)}.`, { nodes: node });
    }
  };
}

/** An invalid value in an answer is a bug of Tributary, not an error in the client's input: no GraphQLError. */
function answered<T>(parse: (value: unknown) => T): (value: unknown) => T {
  return (value) => {
    try {
      return parse(value);
    } catch (error) {
      throw new Error('a value in an answer does not fit its scalar', { cause: error });
    }
  };
}
