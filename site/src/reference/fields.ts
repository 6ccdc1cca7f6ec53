import { resolved, type Schema } from '../contract.js';
import { escaped } from '../html.js';
import type { Markdown } from '../markdown.js';

/** Below this depth, a row shows only the type. */
const DEEPEST = 4;

/** One field: its name, type, meaning and members. */
export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly description?: string;
}

/** The members of an object, or of an array's items, as list rows. */
export function membersOf(schema: Schema): readonly Field[] {
  const whole = flat(schema);
  if (whole.items !== undefined) return membersOf(whole.items);
  return Object.entries(whole.properties ?? {}).map(([name, member]) => ({
    name,
    schema: member,
    isRequired: whole.required?.includes(name) ?? false,
  }));
}

/** @param marksRequired - for request bodies; in responses nearly every field is always present. */
export function fieldList(fields: readonly Field[], markdown: Markdown, marksRequired: boolean, depth = 0): string {
  const rows = fields.map((field) => row(field, markdown, marksRequired, depth));
  return `<ul class="fields">${rows.join('\n')}</ul>`;
}

function row(field: Field, markdown: Markdown, marksRequired: boolean, depth: number): string {
  const schema = flat(field.schema);
  const limits = limitsOf(schema);
  const text = field.description ?? field.schema.description ?? schema.description;
  const inside = depth < DEEPEST ? membersOf(schema) : [];
  const required = field.isRequired
    ? '<span class="required">required</span>'
    : '<span class="optional">optional</span>';
  return `<li><div class="field"><code>${escaped(field.name)}</code> <span class="type">${escaped(typeOf(schema))}</span>${marksRequired ? ` ${required}` : ''}</div>
${text === undefined ? '' : markdown.block(text)}${limits.length === 0 ? '' : `<p class="limits">${limits.join(' · ')}</p>`}${
  inside.length === 0
    ? ''
    : `<details><summary>${inside.length} ${inside.length === 1 ? 'field' : 'fields'} of <code>${escaped(field.name)}</code></summary>${fieldList(inside, markdown, marksRequired, depth + 1)}</details>`
}</li>`;
}

/** Resolves references and merges combined schemas. */
function flat(schema: Schema): Schema {
  if (schema.$ref !== undefined) {
    const { $ref, ...own } = schema;
    return { ...flat(resolved<Schema>({ $ref })), ...own };
  }
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map(flat);
    const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
    return { ...schema, type: 'object', properties, required: parts.flatMap((part) => part.required ?? []) };
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices === undefined) return schema;
  const values = choices.filter(({ type }) => type !== 'null');
  const [only] = values;
  if (values.length !== 1 || only === undefined) return schema;
  const one = flat(only);
  const { anyOf: _any, oneOf: _one, ...own } = schema;
  return {
    ...one,
    ...own,
    type: [...[one.type ?? 'object'].flat(), ...(values.length < choices.length ? ['null'] : [])],
  };
}

function typeOf(schema: Schema): string {
  const types = [schema.type ?? kindOf(schema)].flat();
  const isNullable = types.includes('null');
  const [type = ''] = types.filter((each) => each !== 'null');
  const name = type === 'array' ? `array of ${plural(schema.items)}` : (FORMATS[schema.format ?? ''] ?? type);
  return isNullable ? `${name} or null` : name;
}

function plural(items: Schema | undefined): string {
  const type = items === undefined ? 'value' : typeOf(flat(items));
  return `${type}s`;
}

const FORMATS: Readonly<Record<string, string>> = { date: 'date', 'date-time': 'timestamp', uri: 'URL' };

function kindOf(schema: Schema): string {
  if (schema.properties !== undefined) return 'object';
  if (schema.const !== undefined || schema.enum !== undefined) return 'string';
  return schema.anyOf !== undefined || schema.oneOf !== undefined ? 'one of several' : 'any';
}

const ULID = '^[0-7][0-9A-HJKMNP-TV-Z]{25}$';
/** The limits of every JSON integer, which need not be shown. */
const LARGEST = Number.MAX_SAFE_INTEGER;

function limitsOf(schema: Schema): readonly string[] {
  const values = schema.enum ?? schema['x-extensible-enum'] ?? (schema.const === undefined ? [] : [schema.const]);
  const shown = values.filter((value) => value !== null).map((value) => `<code>${escaped(String(value))}</code>`);
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1);
  const most = schema.maximum === LARGEST ? undefined : schema.maximum;
  return [
    ...(shown.length === 0
      ? []
      : [
          `${shown.length === 1 ? 'Always' : 'One of'} ${shown.join(', ')}${schema['x-extensible-enum'] ? ', and others in time' : ''}`,
        ]),
    ...(schema.format === 'date' ? ['<code>YYYY-MM-DD</code>'] : []),
    ...(least === undefined ? [] : [`at least ${number(least)}`]),
    ...(most === undefined ? [] : [`at most ${number(most)}`]),
    ...((schema.minLength ?? 0) > 1 ? [`${schema.minLength} characters or more`] : []),
    ...(schema.maxLength === undefined ? [] : [`${number(schema.maxLength)} characters at most`]),
    ...(schema.minItems === undefined ? [] : [`${schema.minItems} or more`]),
    ...(schema.maxItems === undefined ? [] : [`${number(schema.maxItems)} at most`]),
    ...(schema.pattern === undefined || schema.pattern === ULID
      ? []
      : [`matches <code>${escaped(schema.pattern)}</code>`]),
    ...(schema.default === undefined ? [] : [`default <code>${escaped(JSON.stringify(schema.default))}</code>`]),
  ];
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
