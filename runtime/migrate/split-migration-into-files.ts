const NEW_TABLE = /^CREATE TABLE "(\w+)"/gm;
const INDEX = /^(CREATE (?:UNIQUE )?INDEX) ("\w+" ON "(\w+)")/m;
const DROPPED_INDEX = /^DROP INDEX ("\w+")/m;
const ALTERED = /^ALTER TABLE "(\w+)"/m;

/**
 * Splits Prisma's single script into files that block no other session: new objects in the first, then one for each
 * altered table, and one for each index on an existing table, CONCURRENTLY.
 */
export function asMigrationFiles(sql: string): readonly string[] {
  const newTables = new Set([...sql.matchAll(NEW_TABLE)].map(([, table]) => table));
  const together: string[] = [];
  const byTable = new Map<string, string[]>();
  const alone: string[] = [];
  for (const part of sql.trim().split(/\n\n(?=-- )/)) {
    const altered = ALTERED.exec(part)?.[1];
    const indexed = INDEX.exec(part)?.[3];
    if (indexed !== undefined && !newTables.has(indexed)) alone.push(part.replace(INDEX, '$1 CONCURRENTLY $2'));
    else if (DROPPED_INDEX.test(part)) alone.push(part.replace(DROPPED_INDEX, 'DROP INDEX CONCURRENTLY IF EXISTS $1'));
    else if (altered !== undefined && !newTables.has(altered)) {
      byTable.set(altered, [...(byTable.get(altered) ?? []), part]);
    } else together.push(part);
  }
  const files = [together, ...byTable.values(), ...alone.map((part) => [part])];
  return files.filter((parts) => parts.length > 0).map((parts) => `${parts.join('\n\n')}\n`);
}
