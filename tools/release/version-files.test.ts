import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VERSION_FILES, versionsIn, withVersion } from './version-files.js';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const [present = ''] = versionsIn('package.json', read('package.json'));

it('every file that carries the version carries the same one', () => {
  const versions = VERSION_FILES.flatMap((file) =>
    versionsIn(file, read(file)).map((version) => `${file}: ${version}`),
  );
  expect(versions.filter((one) => !one.endsWith(`: ${present}`))).toEqual([]);
  expect(versions).toHaveLength(5);
});

it.each(VERSION_FILES)('%s › the version changes, and not a byte besides', (file) => {
  const text = read(file);
  const next = withVersion(file, text, present, '999.0.0');
  expect(versionsIn(file, next)).toEqual(versionsIn(file, text).map(() => '999.0.0'));
  expect(withVersion(file, next, '999.0.0', present)).toBe(text);
});

it('is refused where a file says another version', () => {
  expect(() => withVersion('dashboard/package.json', '{"version": "0.1.0"}', '0.2.0', '0.3.0')).toThrow(
    /dashboard\/package\.json says 0\.1\.0 and package\.json says 0\.2\.0: set the same version/,
  );
});
