import 'reflect-metadata';
import { type MigrateOptions, migrate } from '../../runtime/migrate/migrate.js';

/** `migrate` in its own process, to be killed: DATABASE_URL, and its options as the argument, as JSON. */
const { DATABASE_URL = '' } = process.env;
const options: MigrateOptions = JSON.parse(process.argv[2] ?? '{}');
process.stdout.write('begins\n');
await migrate(DATABASE_URL, options);
