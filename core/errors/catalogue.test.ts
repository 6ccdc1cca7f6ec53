import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.js';

it('docs/errors.md lists exactly the catalogue', () => {
  const documented = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = documented.split('\n').filter((line) => line.startsWith('| `'));
  const expected = Object.entries(CATALOGUE).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
  );
  expect(rows).toEqual(expected);
});
