import type { z } from 'zod';
import { commonQuery, hasNoEffect, organizationQuery } from '../request/list-query.js';
import type { Route } from '../route.js';
import { SAMPLE_ID } from './example-values-by-name-or-type.js';
import { type JsonObject, type JsonSchema, membersFromZod } from './json-schema.js';

/** A request header that every operation accepts; defined in the document's components. */
export const REQUEST_ID: JsonObject = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Any value. A value of 1 to 128 letters, digits, `.`, `_`, `:` and `-` is returned and logged; any other value is replaced by a new id.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of a copy: if it is still current, the response is 304 without a body.',
  schema: { type: 'string' },
};

export function parametersOf(route: Route): readonly JsonObject[] {
  const { path, query, header } = partsOf(route);
  return [
    ...pathNames(route.path).map((name) => pathParameter(route.path, name, path)),
    ...membersFromZod(query)
      .filter(({ name }) => !hasNoEffect(query, name))
      .map(({ name, schema, required }) => parameter('query', name, schema, required)),
    ...membersFromZod(header).map(({ name, schema, required }) => parameter('header', name, schema, required)),
    ...(route.kind === 'local' && route.contract?.success.isCacheable === true ? [IF_NONE_MATCH] : []),
    { $ref: '#/components/parameters/X-Request-Id' },
  ];
}

interface Parts {
  readonly path?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly header?: z.ZodObject | undefined;
}

/** Every authenticated route accepts an organization, even if its own schema does not mention it. */
function partsOf(route: Route): Parts {
  switch (route.kind) {
    case 'local': {
      const { path, query, header, security } = route.contract ?? {};
      return { path, header, query: query ?? (typeof security === 'object' ? organizationQuery : undefined) };
    }
    case 'refused':
      return { query: commonQuery };
    case 'operation': {
      const { path, query, header } = route.request.shape;
      return { path, query: route.csvBody?.query ?? query, header };
    }
  }
}

function parameter(place: string, name: string, schema: JsonSchema, required: boolean): JsonObject {
  const { description, ...rest } = schema;
  // Optional parameters have no example: pages that try requests would send it, with an id that does not exist.
  const example = required && name.endsWith('_id') ? { example: SAMPLE_ID } : {};
  return { name, in: place, required, ...(description !== undefined && { description }), schema: rest, ...example };
}

function pathParameter(path: string, name: string, declared: z.ZodObject | undefined): JsonObject {
  const known = membersFromZod(declared).find((member) => member.name === name);
  const schema = known?.schema ?? { type: 'string' };
  const isId = /(^|_)id$/.test(name);
  return {
    name,
    in: 'path',
    required: true,
    description: isId ? `Id of the ${thingBefore(path, name)}.` : `The ${name}.`,
    schema,
    ...(isId && { example: SAMPLE_ID }),
  };
}

export function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The kind of object that a path id names: the segment before it, in the singular. */
function thingBefore(path: string, name: string): string {
  const [segment = ''] = (path.split(`/{${name}}`)[0] ?? '').split('/').slice(-1);
  return segment === 'autopay' ? 'autopay schedule' : segment.replaceAll('-', ' ').replace(/(?<=ch|ss)es$|s$/, '');
}
