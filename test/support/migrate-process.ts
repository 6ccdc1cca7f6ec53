import 'reflect-metadata';
import { type MigrateOptions, migrate } from '../../runtime/migrate/migrate.js';
import { type Migration, readMigrations } from '../../runtime/migrate/migrations-folder.js';

/**
 * `migrate` in its own process, to be killed: DATABASE_URL, and its options as the argument, as JSON. `added` follows
 * the migrations of the product, which are too long for an argument.
 */
const { DATABASE_URL = '' } = process.env;
const { added, ...options }: MigrateOptions & { readonly added?: Migration } = JSON.parse(process.argv[2] ?? '{}');
process.stdout.write('begins\n');
await migrate(
  DATABASE_URL,
  added === undefined ? options : { ...options, migrations: [...(await readMigrations()), added] },
);
