import { TABLES } from '../../../prisma/client/rows.js';
import type { Access } from './accesses.js';

const CALL =
  /\b([a-z]\w*)\s*\.\s*(find(?:Unique|First)(?:OrThrow)?|findMany|count|aggregate|groupBy|(?:create|update)(?:Many(?:AndReturn)?)?|upsert|delete(?:Many)?)\(/g;

const BY_MODEL: ReadonlyMap<string, string> = new Map(
  Object.entries(TABLES).map(([model, { table }]) => [`${model.charAt(0).toLowerCase()}${model.slice(1)}`, table]),
);

/** A source's uses of Prisma's models. Tables reached by a relation belong to the same area. */
export function modelCalls(text: string): readonly Access[] {
  if (!/\bmodels\b|ScopedModels/.test(text)) return [];
  return [...text.matchAll(CALL)].flatMap(([, model = '', call = '']) => {
    const table = BY_MODEL.get(model);
    return table === undefined
      ? []
      : [{ verb: /^(?:find|count|aggregate|group)/.test(call) ? 'reads' : 'writes', table }];
  });
}
