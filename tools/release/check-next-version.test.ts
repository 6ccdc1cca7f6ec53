import { expect, it } from 'vitest';
import { checkNextVersion } from './check-next-version.js';

it.each([
  ['0.2.0', '0.2.1'],
  ['0.2.0', '0.3.0'],
  ['0.9.9', '0.10.0'],
  ['0.9.9', '1.0.0'],
])('after %s comes %s', (present, next) => {
  expect(() => checkNextVersion(next, present)).not.toThrow();
});

it.each(['0.2.0', '0.1.9', '0.0.10'])('%s is refused after 0.2.0, with what may follow', (next) => {
  expect(() => checkNextVersion(next, '0.2.0')).toThrow(/not greater .*choose 0\.2\.1, 0\.3\.0 or 1\.0\.0$/);
});

it.each(['', '1', '0.3', 'v0.3.0', '0.3.0-rc.1', '00.3.0', '0.3.x'])('"%s" is no version', (next) => {
  expect(() => checkNextVersion(next, '0.2.0')).toThrow(/is not a version: write three numbers/);
});
