import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

/** Node has it; TypeScript knows it only among the browser's types. */
declare const WebAssembly: {
  instantiate(
    code: Uint8Array,
    imports: Readonly<Record<string, object>>,
  ): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>;
};

/**
 * Prisma's schema engine on WebAssembly, over the ordinary driver: nothing is downloaded, whichever machine it is.
 * Takes about 150 ms to load, so callers first make sure that there is work for it.
 */
export async function loadSchemaEngine(databaseUrl: string): Promise<SchemaEngine> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const path = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg')).replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(await readFile(path), { './schema_engine_bg.js': { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('the schema engine has no entry point');
  start();
  const adapter = bindMigrationAwareSqlAdapterFactory(new OwnShadowDatabase(databaseUrl));
  return glue.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
}

/**
 * `diff` replays the migrations in the given database itself, and reads the result back: the adapter cannot drop the shadow
 * databases it makes, and does not know the type "char" of Postgres' own catalogue, so that goes to it as text.
 */
class OwnShadowDatabase extends PrismaPg {
  readonly #databaseUrl: string;

  constructor(databaseUrl: string) {
    super({ connectionString: databaseUrl });
    this.#databaseUrl = databaseUrl;
  }

  override connectToShadowDb() {
    const pool = new pg.Pool({ connectionString: this.#databaseUrl, max: 1 });
    pool.on('connect', (client) => {
      const connection: unknown = Reflect.get(client, 'connection');
      if (connection instanceof EventEmitter) connection.prependListener('rowDescription', charactersAsText);
    });
    return new PrismaPg(pool, { disposeExternalPool: true }).connect();
  }
}

function charactersAsText(description: { readonly fields: readonly { dataTypeID: number }[] }): void {
  const { CHAR, TEXT } = pg.types.builtins;
  for (const field of description.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
}
