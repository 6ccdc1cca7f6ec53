// Writes the schema's row types as the driver returns them: each column's name and type in Postgres, and its type in
// TypeScript. Statements are declared with these types; `prisma generate` runs this generator together with the
// client's own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import generatorHelper from '@prisma/generator-helper';

generatorHelper.generatorHandler({
  onManifest: () => ({ prettyName: 'Rows of statements', defaultOutput: '../client' }),
  onGenerate: async ({ dmmf, generator }) => {
    writeFileSync(join(generator.output.value, 'rows.ts'), fileOf(dmmf.datamodel));
  },
});

/** For fields without a native type: the Postgres type, and the type that the driver returns (core/db/pool.ts). */
const SCALARS = {
  String: ['text', 'string'],
  Boolean: ['bool', 'boolean'],
  Int: ['int4', 'number'],
  BigInt: ['int8', 'number'],
  Float: ['float8', 'number'],
  Decimal: ['numeric', 'string'],
  Json: ['jsonb', 'unknown'],
  Bytes: ['bytea', 'Buffer'],
  DateTime: ['timestamptz', 'IsoInstant'],
};
const NATIVE = {
  Date: ['date', 'IsoDate'],
  Timestamptz: ['timestamptz', 'IsoInstant'],
  SmallInt: ['int2', 'number'],
  Integer: ['int4', 'number'],
  JsonB: ['jsonb', 'unknown'],
  Decimal: ['numeric', 'string'],
};

function fileOf({ models, enums }) {
  const enumTypes = new Map(enums.map((made) => [made.name, made.dbName ?? made.name]));
  const tables = models.map((model) => tableOf(model, enumTypes));
  const usedEnums = [
    ...new Set(tables.flatMap(({ columns }) => columns.flatMap(({ enumName }) => enumName ?? []))),
  ].sort();
  return `// Generated from prisma/schema by prisma/rows-generator.mjs; not edited by hand.
// biome-ignore-all lint: generated file
import type { IsoDate, IsoInstant } from '../../core/time/dates.js';
import type { AccountIdentifier, PlainText } from '../../core/contract/stored-text.js';
import type { Cents } from '../../core/money.js';
import type { ${usedEnums.join(', ')} } from './enums.js';

/** Rows by model and field, as the driver gives them. */
export interface Rows {
${tables.map(({ model, columns }) => `  ${model}: {\n${columns.map(({ field, ts }) => `    readonly ${field}: ${ts};\n`).join('')}  };\n`).join('')}}

/** Fields that an insert may leave to the database: they are nullable or have a default there. */
export interface Defaulted {
${tables
  .map(
    ({ model, columns }) =>
      `  ${model}: ${
        columns
          .filter(({ defaulted }) => defaulted)
          .map(({ field }) => `'${field}'`)
          .join(' | ') || 'never'
      };\n`,
  )
  .join('')}}

export const TABLES = {
${tables
  .map(
    ({ model, table, columns }) =>
      `  ${model}: {\n    table: '${table}',\n    columns: {\n${columns
        .map(
          ({ field, column, type, nullable, text }) =>
            `      ${field}: { column: '${column}', type: '${type}', nullable: ${nullable}${text ? `, text: '${text}'` : ''} },\n`,
        )
        .join('')}    },\n  },\n`,
  )
  .join('')}} as const;
`;
}

function tableOf(model, enumTypes) {
  const columns = model.fields
    .filter(({ kind }) => kind !== 'object')
    .map((field) => columnOf(model, field, enumTypes));
  return { model: model.name, table: model.dbName ?? model.name, columns };
}

function columnOf(model, field, enumTypes) {
  const [type, native] = typeOf(model, field, enumTypes);
  const text = /\[(PlainText|AccountIdentifier)\]/.exec(field.documentation ?? '')?.[1];
  const ts = text ?? (type === 'int8' && field.name.endsWith('Cents') ? 'Cents' : native);
  const nullable = !field.isRequired;
  const element = field.isList ? `readonly ${ts}[]` : ts;
  return {
    field: field.name,
    column: field.dbName ?? field.name,
    type: field.isList ? `${type}[]` : type,
    ts: nullable ? `${element} | null` : element,
    nullable,
    defaulted: nullable || field.hasDefaultValue,
    text,
    enumName: field.kind === 'enum' ? field.type : undefined,
  };
}

function typeOf(model, field, enumTypes) {
  if (field.kind === 'enum') return [enumTypes.get(field.type), field.type];
  const known = field.nativeType ? NATIVE[field.nativeType[0]] : SCALARS[field.type];
  if (known === undefined)
    throw new Error(`${model.name}.${field.name}: no row type for ${field.type} ${field.nativeType}`);
  return known;
}
