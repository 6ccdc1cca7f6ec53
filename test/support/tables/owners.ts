import { readdirSync, readFileSync } from 'node:fs';
import { TABLES } from '../../../prisma/client/rows.js';

const SCHEMA = 'prisma/schema';

/** Each table's owning area: the file of the schema that declares it. */
export function tableOwners(): ReadonlyMap<string, string> {
  const tables = new Map<string, string>(Object.entries(TABLES).map(([model, { table }]) => [model, table]));
  const files = readdirSync(SCHEMA, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.prisma'));
  return new Map(
    files.flatMap((file) => {
      const text = readFileSync(`${SCHEMA}/${file}`, 'utf8');
      return [...text.matchAll(/^model (\w+) /gm)].map(([, model = '']) => {
        const table = tables.get(model);
        if (table === undefined) throw new Error(`${file}: no table for ${model}`);
        return [table, file.slice(0, -'.prisma'.length)] as const;
      });
    }),
  );
}
