import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DASHBOARD_PAGES } from './page-addresses.js';

const router = readFileSync(new URL('../../dashboard/src/router.tsx', import.meta.url), 'utf8');

it('the page is served at exactly the addresses for which it has a view', () => {
  const views = [...router.matchAll(/^ {2}path: '([^']+)',$/gm)].map(([, path = '']) =>
    path.replace(/\$(\w+)/g, '{$1}'),
  );
  expect(views.length).toBeGreaterThan(10);
  expect([...DASHBOARD_PAGES].sort()).toEqual(views.sort());
});
