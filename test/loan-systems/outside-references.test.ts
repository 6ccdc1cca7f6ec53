import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROOMS = [
  'bench',
  'cli',
  'connectors',
  'core',
  'docs',
  'gateway',
  'ledger',
  'loan-model',
  'prisma',
  'rest-facade',
  'runtime',
  'sdk',
  'subgraphs',
  'test',
  'tools',
];
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
    .map((entry) => join(entry.parentPath, entry.name));
}
