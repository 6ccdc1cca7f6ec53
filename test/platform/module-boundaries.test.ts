import { expect, it } from 'vitest';
import { circles, folderCircles, importGraph, reachedBy } from '../support/import-graph.js';
import { MODULE_IMPORTS, moduleOf } from '../support/modules.js';

/* Which modules may import which (docs/architecture.md). Type imports and dynamic imports count too. */

/** Packages that only some folders may import: other code uses these folders. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  pg: ['core/db/', 'core/jobs/', 'runtime/embedded/', 'runtime/migrate/', 'runtime/roles/'],
  'pg-copy-streams': ['core/db/'],
  '@prisma/client': [],
  '@prisma/adapter-pg': ['core/db/', 'runtime/migrate/'],
  'graphile-worker': ['core/jobs/', 'runtime/migrate/'],
  stripe: ['connectors/card-processors/stripe/'],
};

/** Prisma's generated client is used only in core/db; its row types are for all modules. */
const CLIENT = /prisma\/client\/(?!rows)/;

/** Files that import the whole product: loaded when a command runs, and not when the command line starts. */
const WHOLE_PRODUCT = /^runtime\/assembly\/(gateway|base-services)\.ts$|^subgraphs\/[^/]+\/index\.ts$/;

/** Imports that are not source files of ours: generated files, and the dashboard's style sheets. */
const NO_SOURCE = /(^|\/)generated\/|^prisma\/client\/|\.css$/;

const graph = importGraph();

it('parses the files’ imports', () => {
  expect(graph.files.length).toBeGreaterThan(1500);
  expect(graph.imports.length).toBeGreaterThan(graph.files.length);
  const rooms = new Set(graph.files.map(moduleOf).filter((room) => room !== ''));
  expect([...rooms].sort()).toEqual(Object.keys(MODULE_IMPORTS).sort());
});

it('finds no cycle between files', () => {
  expect(circles(graph.imports.map(({ from, to }) => [from, to] as const))).toEqual([]);
});

it('finds no cycle between sibling folders, at any depth', () => {
  expect(folderCircles(graph.imports)).toEqual([]);
});

it('allows imports only from higher modules', () => {
  const upward = graph.imports.filter(({ from, to }) => {
    const [own, other] = [moduleOf(from), moduleOf(to)];
    return own !== '' && own !== other && !MODULE_IMPORTS[own]?.includes(other);
  });
  expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

it('lets subgraphs meet only in the graph', () => {
  const subgraphOf = (file: string) => /^subgraphs\/([^/]+)\//.exec(file)?.[1];
  const across = graph.imports.filter(({ from, to }) => {
    const [own, other] = [subgraphOf(from), subgraphOf(to)];
    return own !== undefined && other !== own && to.startsWith('subgraphs/');
  });
  expect(across.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

it('keeps the database driver, the processor and the queue behind their folders', () => {
  const elsewhere = graph.packages.filter(({ from, name }) => {
    const folders = PACKAGES[name];
    return folders !== undefined && !folders.some((folder) => from.startsWith(folder));
  });
  expect(elsewhere.map(({ from, name }) => `${from} → ${name}`)).toEqual([]);
  const clients = graph.others.filter(({ from, path }) => CLIENT.test(path) && !from.startsWith('core/db/'));
  expect(clients.map(({ from, path }) => `${from} → ${path}`)).toEqual([]);
});

it('allows no import of tests, benches, or missing files', () => {
  const elsewhere = graph.others.filter(({ from, path }) => moduleOf(from) !== '' && !NO_SOURCE.test(path));
  expect(elsewhere.map(({ from, path }) => `${from} → ${path}`)).toEqual([]);
});

it('starts a command without the whole product', () => {
  const atOnce = graph.imports.filter(({ isLazy, isOfTypes }) => !isLazy && !isOfTypes);
  const commands = graph.files.filter((file) => file.startsWith('cli/'));
  expect(commands.length).toBeGreaterThan(30);
  const whole = commands.filter((file) => [...reachedBy(file, atOnce)].some((other) => WHOLE_PRODUCT.test(other)));
  expect(whole).toEqual([]);
});

/** The modules that make a part large, and what each part may load of them when it is started. */
const LARGE = /^(subgraphs\/[^/]+\/index|gateway\/gateway|rest-facade\/routes|connectors\/loan-systems\/kinds)\.ts$/;
const LOADED: Readonly<Record<string, readonly string[]>> = {
  'running/parts/rest': ['rest-facade/routes.ts'],
  // Its documentation lists every route.
  'running/parts/secure': ['rest-facade/routes.ts'],
  'running/parts/gateway': ['gateway/gateway.ts'],
  'parts/subgraphs/messaging-part': ['subgraphs/messaging/index.ts'],
  'parts/subgraphs/payments-part': ['subgraphs/payments/index.ts'],
  'parts/subgraphs/reporting-part': ['subgraphs/reporting/index.ts'],
  'parts/subgraphs/servicing-part': ['subgraphs/servicing/index.ts'],
};

it.each(Object.entries(LOADED))('starts runtime/%s without other parts', (entry, large) => {
  const atOnce = graph.imports.filter(({ isLazy, isOfTypes }) => !isLazy && !isOfTypes);
  const started = ['runtime/running/serve-one-part.ts', 'runtime/running/parts/subgraph.ts', `runtime/${entry}.ts`];
  for (const file of started) expect(graph.files).toContain(file);
  const loaded = new Set(started.flatMap((file) => [...reachedBy(file, atOnce)]));
  expect([...loaded].filter((file) => LARGE.test(file))).toEqual(large);
});

it('detects cycles', () => {
  const arrow = (from: string, to: string) => ({ from, to, isLazy: false, isOfTypes: false });
  expect(
    circles([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['c', 'd'],
    ]),
  ).toEqual(['a → b, b → c, c → a']);
  expect(folderCircles([arrow('x/a/1.ts', 'x/b/2.ts'), arrow('x/b/3.ts', 'x/a/deep/4.ts')])).toEqual([
    'x/a → x/b, x/b → x/a',
  ]);
  expect(folderCircles([arrow('x/1.ts', 'x/b/2.ts'), arrow('x/b/3.ts', 'x/4.ts')])).toEqual([]);
});
