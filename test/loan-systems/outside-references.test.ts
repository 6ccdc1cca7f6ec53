import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MODULE_IMPORTS } from '../support/modules.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = [...Object.keys(MODULE_IMPORTS), 'bench', 'docs', 'test'];
const TEXT = /\.(ts|mjs|graphql|prisma|sql|md|yml|json)$/;

it('no comment, description or document cites one that is not in the repository: it states the reason itself', () => {
  const cited = new RegExp(String.raw`\b(${['spec', 'design'].join('|')})(\.md)? (section )?\d`, 'i');
  const found = ROOMS.flatMap(filesOf).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => (cited.test(line) ? [`${path.slice(ROOT.length)}:${index + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

function filesOf(room: string): readonly string[] {
  return readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\/(?:node_modules|dist)\//.test(path.slice(ROOT.length)));
}
