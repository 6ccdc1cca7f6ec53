import { expect, it } from 'vitest';
import { circles, folderCircles, importGraph, reachedBy } from '../support/import-graph.js';
import { ROOMS, roomOf } from '../support/rooms.js';

/* What may import what (docs/architecture.md, "Rooms"). Imports of types count, and those that are only made when needed. */

/** Packages that only some folders may import: the rest asks these. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  pg: ['core/db/', 'core/jobs/', 'runtime/embedded/', 'runtime/migrate/', 'runtime/roles/'],
  'pg-copy-streams': ['core/db/'],
  '@prisma/client': [],
  '@prisma/adapter-pg': ['core/db/', 'runtime/migrate/'],
  'graphile-worker': ['core/jobs/', 'runtime/migrate/'],
  stripe: ['connectors/card-processors/stripe/'],
};

/** What Prisma generates: its client is made in core/db, its rows' types are for everyone. */
const CLIENT = /prisma\/client\/(?!rows)/;

/** What brings the whole product along: it is imported when a command runs, and not as the command line starts. */
const WHOLE_PRODUCT = /^runtime\/assembly\/(graph|facade)\.ts$|^subgraphs\/[^/]+\/index\.ts$/;

/** What is imported and is no source of ours: what is generated, and the style sheets of the dashboard. */
const NO_SOURCE = /(^|\/)generated\/|^prisma\/client\/|\.css$/;

const graph = importGraph();

it('reads what the files import', () => {
  expect(graph.files.length).toBeGreaterThan(1500);
  expect(graph.imports.length).toBeGreaterThan(graph.files.length);
  const rooms = new Set(graph.files.map(roomOf).filter((room) => room !== ''));
  expect([...rooms].sort()).toEqual(Object.keys(ROOMS).sort());
});

it('has no circle between files', () => {
  expect(circles(graph.imports.map(({ from, to }) => [from, to] as const))).toEqual([]);
});

it('has no circle between folders of one folder, at any depth', () => {
  expect(folderCircles(graph.imports)).toEqual([]);
});

it('imports only from rooms above', () => {
  const upward = graph.imports.filter(({ from, to }) => {
    const [own, other] = [roomOf(from), roomOf(to)];
    return own !== '' && own !== other && !ROOMS[own]?.includes(other);
  });
  expect(upward.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
});

it('lets subgraphs meet in the graph alone', () => {
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

it('imports no test, no bench, and nothing that is not there', () => {
  const elsewhere = graph.others.filter(({ from, path }) => roomOf(from) !== '' && !NO_SOURCE.test(path));
  expect(elsewhere.map(({ from, path }) => `${from} → ${path}`)).toEqual([]);
});

it('starts a command without the whole product', () => {
  const atOnce = graph.imports.filter(({ isLazy, isOfTypes }) => !isLazy && !isOfTypes);
  const commands = graph.files.filter((file) => file.startsWith('cli/'));
  expect(commands.length).toBeGreaterThan(30);
  const whole = commands.filter((file) => [...reachedBy(file, atOnce)].some((other) => WHOLE_PRODUCT.test(other)));
  expect(whole).toEqual([]);
});

it('finds the circles that there are', () => {
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
