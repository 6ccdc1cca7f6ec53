import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every path in backticks that has a slash and an extension. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)*\/[\w@-][\w@.-]*\.[a-z]+)`/g)].map(([, path = '']) => path);
}

test('every file that CONTRIBUTING.md names exists', () => {
  const paths = pathsIn(readFileSync('CONTRIBUTING.md', 'utf8'));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
