import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DASHBOARD_PAGES } from '../../gateway/dashboard/generated/page-addresses.js';
import { patternOf } from '../support/dashboard-views.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const DOCUMENTATION = read('docs/dashboard.md');
/** The pages of the sidebar: a name, and the letter that opens it after `g`. */
const PLACES = [...read('dashboard/src/router.tsx').matchAll(/\(\s*'([^']+)',\s*'(\w)'(?:,\s*'\w+')?,?\s*\)/g)].map(
  ([, name = '', letter = '']) => ({ name, letter }),
);
/** The pictures that the benchmark takes, by name: first the main ones. */
const [MAIN = [], OTHERS = []] = read('bench/dashboard/dashboard.pictures.ts')
  .split('\n};\n')
  .map((list) =>
    [...list.matchAll(/^ {2}'?([\w-]+)'?: '(\/[^']*)',$/gm)].map(([, name = '', view = '']) => ({ name, view })),
  );

it('each letter opens one page', () => {
  const letters = PLACES.map(({ letter }) => letter);
  expect(letters.length).toBeGreaterThan(15);
  expect(letters.filter((letter, at) => letters.indexOf(letter) !== at)).toEqual([]);
});

it('docs/dashboard.md names each page of the sidebar', () => {
  const text = DOCUMENTATION.toLowerCase();
  expect(PLACES.map(({ name }) => name).filter((name) => !text.includes(name.toLowerCase()))).toEqual([]);
});

/** Pages without a picture, with the reason. */
const WITHOUT_PICTURE: Readonly<Record<string, string>> = {
  '/sign-in': 'the demo opens with a click, on the page for today',
  '/signed-in': 'it closes itself',
  '/borrowers/{id}': 'the ids of the demo’s persons differ from time to time',
  '/payment-batches/{id}': 'the demo has no batch',
  '/autopay/runs/{id}': 'the ids of the demo’s runs differ from time to time',
  '/disputes/{id}': 'the ids of the demo’s disputes differ from time to time',
  '/products/{id}': 'the ids of the demo’s products differ from time to time',
  '/boardings/{id}': 'the demo has no boarding',
  '/approvals/{id}': 'the demo has no request',
  '/tie-out/{day}': 'the demo of the pictures has compared no day',
  '/messaging/campaigns/{id}': 'the ids of the demo’s campaigns differ from time to time',
  '/developers/webhooks/{id}/{eventId}': 'the ids of events differ from time to time',
};

it('each page has a picture in the benchmark, or a reason', () => {
  const pictured = new Set([...MAIN, ...OTHERS].map(({ view }) => patternOf(view)));
  expect(DASHBOARD_PAGES.filter((path) => !pictured.has(path))).toEqual(Object.keys(WITHOUT_PICTURE));
});

it('docs/dashboard.md shows the main pictures', () => {
  const shown = [...DOCUMENTATION.matchAll(/\]\(dashboard\/([\w-]+)\.png\)/g)].map(([, name]) => name);
  const names = MAIN.map(({ name }) => name);
  expect(shown).toEqual(names);
  expect(readdirSync(new URL('../../docs/dashboard', import.meta.url)).toSorted()).toEqual(
    names.map((name) => `${name}.png`).toSorted(),
  );
});
