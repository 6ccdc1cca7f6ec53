import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLogger } from '../core/logging/logger.js';
import { systemClock } from '../core/time/clock.js';
import { startEmbeddedDatabase } from '../runtime/embedded/embedded-database.js';
import { readMigrations } from '../runtime/migrate/migrations-folder.js';
import { nextMigrationSql } from '../runtime/migrate/next-migration.js';
import { asMigrationFiles } from '../runtime/migrate/split-migration-into-files.js';
import { unsafeStatements } from '../runtime/migrate/unsafe-statements.js';

/**
 * `npm run migration -- NAME`: writes the next migration, from the difference between prisma/schema and the existing
 * migrations, split into files that block no other session.
 */
const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write('Usage: npm run migration -- name_in_snake_case\n');
  process.exit(2);
}

const dataDir = await mkdtemp(join(tmpdir(), 'tributary-migration-'));
await chmod(dataDir, 0o755); // as root, the database runs as another user
const database = await startEmbeddedDatabase({ dataDir, logger: createLogger('warn', 'migration'), durable: false });
try {
  const sql = await nextMigrationSql(database.ownerUrl, resolve('prisma/schema'));
  const lines = sql === undefined ? ['The migrations already match prisma/schema.'] : await write(sql);
  process.stderr.write(`${lines.join('\n')}\n`);
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns the files that it wrote, and any statement in them that would block or break other sessions. */
async function write(sql: string): Promise<readonly string[]> {
  const stamp = systemClock.now().toString({ fractionalSecondDigits: 0 }).replaceAll(/\D/g, '');
  const files = asMigrationFiles(sql);
  const lines: string[] = [];
  for (const [position, text] of files.entries()) {
    const folder = join('prisma', 'migrations', `${stamp}_${name}${files.length > 1 ? `_${position + 1}` : ''}`);
    await mkdir(folder);
    await writeFile(join(folder, 'migration.sql'), text);
    lines.push(join(folder, 'migration.sql'));
  }
  return [...lines, ...(await unsafeStatements(await readMigrations(resolve('prisma/migrations'))))];
}
