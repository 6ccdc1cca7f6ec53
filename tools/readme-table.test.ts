import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withConfigurationTable } from './readme-table.js';

it('the README’s configuration table matches the schema (npm run generate)', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  expect(withConfigurationTable(readme)).toBe(readme);
});
