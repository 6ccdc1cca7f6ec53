import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql';

/** An integer within ±(2^53 − 1): cents and money-order serials do not fit GraphQL's 32-bit Int. */
export const SafeInt = new GraphQLScalarType<number, number>({
  name: 'SafeInt',
  description: 'An integer between -(2^53 - 1) and 2^53 - 1.',
  serialize: answered(safeInteger),
  parseValue: safeInteger,
  parseLiteral: (node) => safeInteger(node.kind === Kind.INT ? Number(node.value) : undefined),
});

/** A calendar date, `YYYY-MM-DD`. */
export const IsoDateScalar = textScalar('Date', 'A calendar date, YYYY-MM-DD.', /^\d{4}-\d{2}-\d{2}$/);

/** An instant in UTC, RFC 3339. */
export const IsoInstantScalar = textScalar(
  'DateTime',
  'An instant in UTC, RFC 3339.',
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
);

/** A JSON object, whatever its members are. */
export const JsonObjectScalar = new GraphQLScalarType<object, object>({
  name: 'JsonObject',
  description: 'A JSON object.',
  serialize: answered(jsonObject),
  parseValue: jsonObject,
  parseLiteral: (node, variables) => jsonObject(valueFromASTUntyped(node, variables)),
});

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
    parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
  });
}

/** A value of our own that does not fit is a fault of ours, never of the client's input: no GraphQLError. */
function answered<T>(parse: (value: unknown) => T): (value: unknown) => T {
  return (value) => {
    try {
      return parse(value);
    } catch (error) {
      throw new Error('a value that was to be answered does not fit its scalar', { cause: error });
    }
  };
}
