import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const { Character, Uuid } = ColumnTypeEnum;

/** Node has it, but TypeScript only lists it among the browser's types. */
declare const WebAssembly: {
  instantiate(
    code: Uint8Array,
    imports: Readonly<Record<string, object>>,
  ): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>;
};

/**
 * Prisma's schema engine on WebAssembly, with the ordinary driver: nothing is downloaded, on any machine.
 * It takes about 150 ms to load, so callers first check that there is work for it.
 */
export async function withSchemaEngine<T>(databaseUrl: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const { SchemaEngine } = await loaded();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const adapter = bindMigrationAwareSqlAdapterFactory(new OwnShadowDatabase(pool, databaseUrl));
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await pool.end();
  }
}

type Glue = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');

let loading: Promise<Glue> | undefined;

/** Once per process: the glue code keeps a single instance. */
function loaded(): Promise<Glue> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Glue> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const script = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const code = await readFile(script.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('the schema engine has no entry point');
  start();
  return glue;
}

/**
 * `diff` replays the migrations in the given database itself, and reads the result back: the adapter cannot drop the
 * shadow databases it creates, cannot handle functions in a script, and does not know the type "char" of Postgres' own
 * catalogue.
 */
class OwnShadowDatabase extends PrismaPg {
  readonly #databaseUrl: string;

  constructor(pool: pg.Pool, databaseUrl: string) {
    super(pool);
    this.#databaseUrl = databaseUrl;
  }

  override async connectToShadowDb() {
    const pool = new pg.Pool({ connectionString: this.#databaseUrl, max: 1 });
    pool.on('connect', (client) => {
      const connection: unknown = Reflect.get(client, 'connection');
      if (connection instanceof EventEmitter) connection.prependListener('rowDescription', disguiseCharacters);
    });
    const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
    // The adapter's own implementation splits a script at each semicolon, even within a function's body.
    adapter.executeScript = async (script) => void (await pool.query(script));
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      return { ...result, columnTypes: result.columnTypes.map((type) => (type === Uuid ? Character : type)) };
    };
    return adapter;
  }
}

/** Passes "char" through the adapter under the name of a type that it knows and that the catalogue does not use. */
function disguiseCharacters(description: { readonly fields: readonly { dataTypeID: number }[] }): void {
  const { CHAR, UUID } = pg.types.builtins;
  for (const field of description.fields) if (field.dataTypeID === CHAR) field.dataTypeID = UUID;
}
