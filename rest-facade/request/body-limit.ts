import { z } from 'zod';
import type { OperationRoute } from '../route.js';

/** Allowance for whitespace of pretty-printed JSON. */
const SLACK_BYTES = 1_024;
/** For a text that only its kind limits: an id, a date, a value of a list. */
const WORD_CHARACTERS = 128;
/** A character outside the Basic Multilingual Plane, escaped in JSON: `\ud83d\ude00`. */
const BYTES_OF_CHARACTER = 12;
const BYTES_OF_NUMBER = 32;

const limits = new WeakMap<OperationRoute, number>();

/**
 * The most bytes that a valid body of this operation can have, computed from its fields: a few kilobytes for a payment,
 * the template limit for a template. Infinite if a field may contain anything.
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
