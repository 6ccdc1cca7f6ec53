import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configSchema } from '../core/config/schema.js';
import { configurationPage, environmentExample } from './configuration-page.js';

const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');

it('docs/configuration.md is what the schema says (npm run generate)', () => {
  expect(page).toBe(configurationPage());
});

it('deploy/environment.example is what the files’ declaration says (npm run generate)', () => {
  expect(readFileSync(new URL('../deploy/environment.example', import.meta.url), 'utf8')).toBe(environmentExample());
});

it('has one row for each variable, in the order of the schema, below a section’s heading', () => {
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(configSchema.shape));
  expect(page.indexOf('## Hosts, ports and public addresses')).toBeLessThan(page.indexOf('| `NODE_ENV` |'));
});
