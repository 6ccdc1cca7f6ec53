import { ID_PATTERN } from '../../core/ids/ids.js';
import { CLOSED_VALUES, OPEN_VALUES } from './closed-and-open-values.js';
import type { JsonObject, JsonSchema } from './json-schema.js';
import type { Place, Shape } from './response-shapes.js';

/** Collects the document's shared parts while operations are written; equal parts are stored once. */
export class Components {
  readonly schemas = new Map<string, JsonSchema>();
  readonly responses = new Map<string, JsonObject>();

  /** @returns a reference to it. @throws {Error} when another schema already has the name. */
  schema(name: string, schema: JsonSchema): JsonSchema {
    return this.#kept(this.schemas, 'schemas', name, schema);
  }

  response(name: string, response: JsonObject): JsonObject {
    return this.#kept(this.responses, 'responses', name, response);
  }

  /** The schema of a shape in a graph response: objects and enumerations become references. */
  place({ shape, nullable }: Place, about = ''): JsonSchema {
    const schema = this.shape(shape);
    const described = about === '' ? schema : { ...schema, description: about };
    if (!nullable) return described;
    if (typeof schema['type'] === 'string') return { ...described, type: [schema['type'], 'null'] };
    return { anyOf: [schema, { type: 'null' }], ...(about !== '' && { description: about }) };
  }

  shape(shape: Shape): JsonSchema {
    switch (shape.kind) {
      case 'scalar':
        return scalar(shape.typeName);
      case 'list':
        return { type: 'array', items: this.place(shape.of) };
      case 'enum':
        return this.schema(shape.typeName, { type: 'string', enum: shape.values, ...described(shape.about) });
      case 'object':
        return this.#object(shape);
    }
  }

  /**
   * If operations show a type in two forms, the larger one is the type's detail, and is named after its extra members.
   */
  #object({ typeName, about, members }: Extract<Shape, { kind: 'object' }>): JsonSchema {
    const schema = {
      type: 'object',
      ...described(about),
      properties: Object.fromEntries(
        members.map(({ name, about, place }) => [name, listed(`${typeName}.${name}`, this.place(place, about))]),
      ),
      required: members.map(({ name }) => name),
    };
    const detail = `${typeName}Detail`;
    const fitting = [typeName, detail].find((name) => this.#isFree(name, schema));
    return this.schema(fitting ?? `${typeName}With${this.#added(detail, members)}`, schema);
  }

  #isFree(name: string, schema: JsonSchema): boolean {
    const known = this.schemas.get(name);
    return known === undefined || JSON.stringify(known) === JSON.stringify(schema);
  }

  /** The members that a known schema does not have, as part of a name. */
  #added(known: string, members: Extract<Shape, { kind: 'object' }>['members']): string {
    const has = new Set(Object.keys(Object(this.schemas.get(known)?.['properties'])));
    const added = members.map(({ name }) => name).filter((name) => !has.has(name));
    return added.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`).join('');
  }

  #kept(parts: Map<string, JsonObject>, kind: string, name: string, part: JsonObject): JsonObject {
    const known = parts.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part)) {
      throw new Error(`two ${kind} have the name ${name}`);
    }
    parts.set(name, part);
    return { $ref: `#/components/${kind}/${name}` };
  }
}

/** @param member - its type and its name. */
function listed(member: string, schema: JsonSchema): JsonSchema {
  const values = CLOSED_VALUES[member];
  const open = OPEN_VALUES[member];
  if (open !== undefined) return { ...schema, 'x-extensible-enum': open };
  if (values === undefined) return schema;
  return { ...schema, enum: Array.isArray(schema['type']) ? [...values, null] : values };
}

function described(about: string): JsonObject {
  return about === '' ? {} : { description: about };
}

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', pattern: ID_PATTERN.source },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  SafeInt: { type: 'integer', format: 'int64' },
  Float: { type: 'number' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  JsonObject: { type: 'object' },
};

function scalar(typeName: string): JsonSchema {
  const schema = SCALARS[typeName];
  if (schema === undefined) throw new Error(`no JSON Schema for the scalar ${typeName}`);
  return schema;
}
