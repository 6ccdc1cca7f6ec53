import { z } from 'zod';

export type JsonObject = Readonly<Record<string, unknown>>;
export type JsonSchema = JsonObject;

/** What a client may send, as JSON Schema draft 2020-12, the dialect of OpenAPI 3.1. */
export function schemaFromZod(type: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    target: 'draft-2020-12',
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      // zod leaves out the default of a transformed schema, because it applies to the output; here it is shown as sent.
      const fallback = z.globalRegistry.get(zodSchema)?.['default'];
      if (fallback !== undefined) jsonSchema.default = fallback;
      if (jsonSchema.type === 'integer') jsonSchema.format = integerFormat(jsonSchema.maximum);
    },
  });
  return compact(schema);
}

const MOST_OF_32_BITS = 2_147_483_647;

/** Client generators treat an integer without a format as 32-bit. */
function integerFormat(maximum: number | undefined): 'int32' | 'int64' {
  return maximum === undefined || maximum > MOST_OF_32_BITS ? 'int64' : 'int32';
}

/** The members of an object schema, and whether each is required. */
export function membersFromZod(
  type: z.ZodObject | undefined,
): readonly { readonly name: string; readonly schema: JsonSchema; readonly required: boolean }[] {
  return Object.entries(type?.shape ?? {}).map(([name, member]) => ({
    name,
    schema: schemaFromZod(toPublic(member)),
    required: !acceptsNothing(toPublic(member)),
  }));
}

/** Whether it may be omitted. */
export function acceptsNothing(type: z.ZodType): boolean {
  return type.safeParse(undefined).success;
}

/** zod types a shape's members only by its core type; ours are all classic. */
function toPublic(member: unknown): z.ZodType {
  if (member instanceof z.ZodType) return member;
  throw new TypeError('a shape contains a value that is not a zod type');
}

/** Merges `matchesAnySecret: [{ type: X, … }, { type: 'null' }]` into one schema with a list of types. */
function compact(node: unknown): JsonSchema {
  const walked = walk(node);
  if (!isObject(walked)) throw new TypeError('a schema is an object');
  return walked;
}

function walk(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(walk);
  if (!isObject(node)) return node;
  const members = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, walk(value)]));
  const { anyOf, ...rest } = members;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return members;
  const [first, second] = anyOf;
  const isNullable =
    isObject(first) && typeof first['type'] === 'string' && isObject(second) && second['type'] === 'null';
  if (!isNullable) return members;
  const nullable = { ...first, type: [first['type'], 'null'] };
  return { ...nullable, ...(Array.isArray(first['enum']) && { enum: [...first['enum'], null] }), ...rest };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
