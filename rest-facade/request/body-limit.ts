import { z } from 'zod';
import type { OperationRoute } from '../route.js';

/** For what surrounds the members: whitespace of who prints it prettily. */
const SLACK_BYTES = 1_024;
/** Of a text whose length nothing bounds but its kind: an id, a date, a word of a list. */
const WORD_CHARACTERS = 128;
/** A character outside the Basic Multilingual Plane as JSON may escape it: `\ud83d\ude00`. */
const BYTES_OF_CHARACTER = 12;
const BYTES_OF_NUMBER = 32;

const limits = new WeakMap<OperationRoute, number>();

/**
 * The most bytes that a body of this operation can need, by what its fields may hold: a payment is read up to a few kilobytes, a
 * template up to what a template may have. Infinite where a field may hold anything.
 */
export function bodyLimitOf(route: OperationRoute): number {
  if (route.limits !== undefined) return route.limits.bytes;
  const known = limits.get(route);
  if (known !== undefined) return known;
  const { body } = route.request.shape;
  const schema = body && z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const limit = SLACK_BYTES + mostBytes(schema ?? {});
  limits.set(route, limit);
  return limit;
}

type Schema = z.core.JSONSchema.JSONSchema | boolean;

function mostBytes(schema: Schema): number {
  if (typeof schema === 'boolean') return Number.POSITIVE_INFINITY;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return Math.max(...alternatives.map(mostBytes));
  if (schema.enum !== undefined) return Math.max(...schema.enum.map((word) => JSON.stringify(word).length));
  switch (schema.type) {
    case 'string':
      return 2 + BYTES_OF_CHARACTER * (schema.maxLength ?? WORD_CHARACTERS);
    case 'integer':
    case 'number':
      return BYTES_OF_NUMBER;
    case 'boolean':
    case 'null':
      return 5;
    case 'object':
      return mostBytesOfObject(schema);
    default:
      return Number.POSITIVE_INFINITY;
  }
}

function mostBytesOfObject({ properties = {}, additionalProperties }: z.core.JSONSchema.JSONSchema): number {
  if (additionalProperties !== false) return Number.POSITIVE_INFINITY;
  const members = Object.entries(properties).map(([name, member]) => name.length + 8 + mostBytes(member));
  return members.reduce((sum, bytes) => sum + bytes, 0);
}
