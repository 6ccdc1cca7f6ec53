import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MODULE_IMPORTS } from '../support/modules.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SUBGRAPHS = readdirSync(join(ROOT, 'subgraphs'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `subgraphs/${name}`);
const MODULES = [...Object.keys(MODULE_IMPORTS), ...SUBGRAPHS, 'test', 'bench', 'deploy'];
const MOST_LINES = 30;
/** The SDK's README is its manual on npm. */
const MANUALS = ['sdk'];

const DECISIONS = [
  'docs/decisions.md',
  ...readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
];

/** A path from the project's folder, as written in backticks: it has a slash, or is a document or setting. */
const PATH = /^\w[\w.-]*(\/[\w.-]+)*\/?$/;
const FILE = /\/|\.(md|json|ya?ml)$/;
/** Media types have a slash too. */
const MEDIA_TYPE = /^application\//;

it.each(MODULES.filter((module) => !MANUALS.includes(module)))('%s/README.md has at most 30 lines', (module) => {
  expect(readmeOf(module).trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
});

it.each([...MODULES.map((module) => `${module}/README.md`), ...DECISIONS])('%s names existing paths', (file) => {
  const quoted = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const paths = quoted.filter((text) => PATH.test(text) && FILE.test(text) && !MEDIA_TYPE.test(text));
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it.each(MODULES)('%s/README.md links to existing files', (module) => {
  const targets = [...readmeOf(module).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, target = '']) => target);
  const files = targets.filter((target) => !/^https?:/.test(target));
  expect(files.filter((target) => !existsSync(join(ROOT, module, target)))).toEqual([]);
});

function readmeOf(module: string): string {
  return readFileSync(join(ROOT, module, 'README.md'), 'utf8');
}
