import type { z } from 'zod';
import { configSchema } from '../core/config/schema.js';

const BEGIN = '<!-- configuration: npm run generate keeps this table -->';
const END = '<!-- /configuration -->';

/** A README with its configuration table generated from the schema. @throws {Error} when the markers are missing. */
export function withConfigurationTable(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin === -1 || end < begin) throw new Error('the README lacks the markers of the configuration table');
  return `${readme.slice(0, begin + BEGIN.length)}\n${table()}\n${readme.slice(end)}`;
}

function table(): string {
  const rows = Object.entries(configSchema.shape).map(([name, schema]) => {
    const fallback = defaultOf(schema);
    return `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${schema.description} |`;
  });
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n');
}

function defaultOf(schema: z.ZodType): string | undefined {
  const parsed = schema.safeParse(undefined);
  const fallback = parsed.success ? String(parsed.data ?? '') : '';
  return fallback === '' ? undefined : fallback;
}
