import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOAN_SYSTEM_KINDS } from '../../connectors/loan-systems/kinds.js';
import { SIGNING_PARTS } from '../../core/config/part-keys.js';
import { EVENT_TYPES } from '../../core/contract/event-types.js';
import { SUBGRAPH_NAMES } from '../../core/principal/subgraph-names.js';
import { REPORTS } from '../../subgraphs/reporting/reports/reports.js';
import { MODULE_IMPORTS } from '../support/modules.js';

/* Pages written by hand that repeat a list of the code: each entry of the code must be on the page. */

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const MODULES = Object.keys(MODULE_IMPORTS);
const FOLDERS = [...MODULES, 'deploy', 'docs', 'test', 'bench'];
const PAGES = ['docs', 'docs/guides'].flatMap((folder) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`),
);

/** The rows of a page's tables by each name in the first column. */
function rowsOf(page: string): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const [, first = '', rest = ''] of read(page).matchAll(/^\| ([^|]+?) \| (.*) \|$/gm)) {
    for (const name of first.split(', ')) rows.set(name, `${rows.get(name) ?? ''}${rest}`);
  }
  return rows;
}

it.each(['README.md', 'docs/architecture.md'])('%s has a row for each folder', (page) => {
  const rows = rowsOf(page);
  expect(FOLDERS.filter((folder) => !rows.has(`\`${folder}/\``))).toEqual([]);
});

it('README.md links to each page of docs/', () => {
  const text = read('README.md');
  expect(PAGES.filter((page) => !text.includes(`](${page})`))).toEqual([]);
});

it('docs/operations.md has a row for each part', () => {
  const rows = [...rowsOf('docs/operations.md').keys()].join();
  expect(SIGNING_PARTS.filter((part) => !rows.includes(`\`serve ${part}\``))).toEqual([]);
  expect(rows).toContain(`\`serve subgraph NAME\` (${NUMBERS[SUBGRAPH_NAMES.length]})`);
});

it('README.md and docs/architecture.md name each subgraph, and the latter each area', () => {
  const rows = rowsOf('docs/architecture.md');
  const folder = rowsOf('README.md').get('`subgraphs/`');
  for (const name of SUBGRAPH_NAMES) {
    expect(folder).toContain(`\`${name}\``);
    const areas = readdirSync(new URL(`../../subgraphs/${name}`, import.meta.url), { withFileTypes: true });
    const named = areas.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(rows.has(name)).toBe(true);
    if (name !== 'reporting') expect(named.filter((area) => !rows.get(name)?.includes(`\`${area}\``))).toEqual([]);
  }
});

it.each(['docs/loan-systems.md', 'docs/architecture.md', 'docs/configuration.md', 'README.md'])(
  '%s names each kind of loan system',
  (page) => {
    const text = read(page).toLowerCase();
    expect(Object.keys(LOAN_SYSTEM_KINDS).filter((kind) => !text.includes(kind))).toEqual([]);
  },
);

it('every package has its reason in docs/decisions.md', () => {
  const named = [...rowsOf('docs/decisions.md').keys()];
  const packages = ['package.json', 'dashboard/package.json', 'sdk/package.json'].flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file));
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const hasReason = (name: string) =>
    named.some(
      (row) => row.replace(/ \d+$| \d+ \(.*/, '') === name || (row.endsWith('/*') && name.startsWith(row.slice(0, -1))),
    );
  expect(packages.filter((name) => !hasReason(name))).toEqual([]);
});

const NUMBERS: Readonly<Record<number, string>> = {
  3: 'three',
  4: 'four',
  5: 'five',
  9: 'nine',
  10: 'ten',
  11: 'eleven',
  12: 'twelve',
};

it.each(['README.md', ...PAGES])('%s counts the reports right', (page) => {
  const counted = [...read(page).matchAll(/\b(nine|ten|eleven|twelve) reports\b/gi)].map(([, number = '']) => number);
  expect(counted.filter((number) => number !== NUMBERS[REPORTS.length])).toEqual([]);
});

it('docs/sample-requests.md and docs/tie-out.md have a row for each report', () => {
  const codes = REPORTS.map(({ code }) => `\`${code}\``).sort();
  const ofPage = (page: string, columns: string) => {
    const [, rows = ''] = read(page).split(new RegExp(`^\\| ${columns}.*\\n\\|[-|]+\\n`, 'm'));
    const [table = ''] = rows.split('\n\n');
    return table.split('\n').flatMap((row) => row.split(' | ')[0]?.slice(2).split(', ') ?? []);
  };
  expect(ofPage('docs/sample-requests.md', 'code \\| report').sort()).toEqual(codes);
  expect(ofPage('docs/tie-out.md', 'report \\| its sum').sort()).toEqual(codes);
});

it('docs/webhooks.md names each event type, and no other', () => {
  const rows = [...read('docs/webhooks.md').matchAll(/^\| (`[a-z_]+\.[a-z_]+`.*?) \|/gm)].map(
    ([, names = '']) => names,
  );
  // `payment.posted`, `.failed`: the object is named once.
  const named = rows.flatMap((names) => {
    const [object = ''] = names.slice(1).split('.');
    return [...names.matchAll(/\.([a-z_]+)`/g)].map(([, change]) => `${object}.${change}`);
  });
  expect(named.toSorted()).toEqual(EVENT_TYPES.toSorted());
});

describe.each(MODULES.filter((module) => module !== 'sdk'))('%s/README.md', (module) => {
  // The sentences about imports, after the first paragraph.
  const sentences = read(`${module}/README.md`)
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=\.) (?=[A-Z`])/);
  const modulesIn = (pattern: RegExp): readonly string[] => {
    const sentence = sentences.find((one) => pattern.test(one)) ?? '';
    const named = [...sentence.matchAll(/`([\w-]+)\/`/g)].map(([, name = '']) => name);
    if (!/\b[Aa]ll (?:other )?modules except/.test(sentence)) return named;
    return MODULES.filter((name) => name !== module && !named.includes(name));
  };

  it('names the modules that it imports', () => {
    expect(modulesIn(/^It imports/).toSorted()).toEqual(MODULE_IMPORTS[module]?.toSorted());
  });

  it('names the modules that may import it', () => {
    const importers = MODULES.filter((other) => MODULE_IMPORTS[other]?.includes(module));
    expect(modulesIn(/may import it\b|[Nn]o module imports it/).toSorted()).toEqual(importers.toSorted());
  });
});
