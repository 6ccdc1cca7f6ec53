import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { systemClock } from '../core/clock.js';
import { startEmbeddedDatabase } from '../core/db/embedded/embedded-database.js';
import { nextMigrationSql } from '../core/db/migrate/next-migration.js';
import { createLogger } from '../core/logger.js';

/** `npm run migration -- NAME`: writes the next migration, from what prisma/schema says and the migrations do not make yet. */
const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  process.stderr.write('Usage: npm run migration -- name_in_snake_case\n');
  process.exit(2);
}

const dataDir = await mkdtemp(join(tmpdir(), 'tributary-migration-'));
await chmod(dataDir, 0o755); // as root, the database runs as another user
const database = await startEmbeddedDatabase({ dataDir, logger: createLogger('warn', 'migration'), durable: false });
try {
  const sql = await nextMigrationSql(database.url, resolve('prisma/schema'));
  process.stderr.write(
    sql === undefined ? 'The migrations already make what prisma/schema says.\n' : `${await write(sql)}\n`,
  );
} finally {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function write(sql: string): Promise<string> {
  const stamp = systemClock.now().toString({ fractionalSecondDigits: 0 }).replaceAll(/\D/g, '');
  const folder = join('prisma', 'migrations', `${stamp}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, 'migration.sql'), sql);
  return join(folder, 'migration.sql');
}
