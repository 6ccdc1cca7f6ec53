import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ELASTIC, ELASTIC_PACKAGES, licenceOf, problemOf } from './licences.js';
import { type LockFile, shippedPackages } from './shipped-packages.js';
import { DOCUMENT, shippedByLockFile, thirdPartyDocument } from './third-party.js';

const shipped = shippedByLockFile();

describe('shipped packages', () => {
  it('all have allowed licences', () => {
    expect(shipped.flatMap((one) => problemOf(one) ?? [])).toEqual([]);
  });

  it('have Elastic-2.0 in five cases, all named in README.md and docs/decisions.md', () => {
    const elastic = shipped.filter((one) => licenceOf(one) === ELASTIC).map(({ name }) => name);
    expect(elastic).toEqual(ELASTIC_PACKAGES);
    for (const file of ['README.md', 'docs/decisions.md']) {
      const text = readFileSync(file, 'utf8');
      for (const name of [ELASTIC, ...ELASTIC_PACKAGES]) expect([file, text.includes(name)]).toEqual([file, true]);
    }
  });

  it(`are listed in ${DOCUMENT}, which npm run generate writes`, () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(thirdPartyDocument(shipped));
  });

  it('include the packages of the SDK and of browser pages, and no tools', () => {
    const names = new Set(shipped.map(({ name }) => name));
    for (const name of ['express', 'openapi-fetch', 'react-aria-components', 'graphiql', 'minisearch'])
      expect(names).toContain(name);
    for (const name of ['vitest', 'vite', 'typescript', 'oidc-provider']) expect(names).not.toContain(name);
    const versions = shipped.filter(({ name }) => name === 'react').map(({ version }) => Number(version.split('.')[0]));
    expect(versions).toEqual([19]);
  });
});

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT AND BSD-3-Clause)', true],
    ['GPL-3.0-only OR MIT', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['Apache-2.0 WITH LLVM-exception', false],
    ['MIT and ISC', true],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['', false],
    [undefined, false],
    ['Elastic-2.0', false],
  ])('%s is allowed: %s', (licence, isAllowed) => {
    expect(problemOf({ name: 'some-package', version: '1.0.0', licence }) === undefined).toBe(isAllowed);
  });

  it('Elastic-2.0 is allowed for the named packages only, not for others of the same author', () => {
    const of = (name: string) => problemOf({ name, version: '9.9.9', licence: ELASTIC });
    expect(ELASTIC_PACKAGES.map(of)).toEqual(ELASTIC_PACKAGES.map(() => undefined));
    expect(of('@apollo/another')).toBe('@apollo/another@9.9.9: Elastic-2.0 is not allowed');
  });

  it('a licence that was read in a file is valid for that version only', () => {
    expect(problemOf({ name: 'png-js', version: '2.0.0', licence: undefined })).toBeUndefined();
    expect(problemOf({ name: 'png-js', version: '2.0.1', licence: undefined })).toContain('no licence');
  });
});

describe('the walk over a lock file', () => {
  const lock = (packages: LockFile['packages']): LockFile => ({
    packages: { 'node_modules/minisearch': { version: '1.0.0', license: 'MIT' }, ...packages },
  });
  const names = (packages: LockFile['packages']) =>
    shippedPackages(lock(packages)).map(({ name, version }) => `${name}@${version}`);

  it('takes the nearest version, installed optional packages and required peers', () => {
    expect(
      names({
        '': { dependencies: { a: '*' }, devDependencies: { tool: '*' } },
        'node_modules/a': {
          version: '1.0.0',
          dependencies: { b: '*' },
          optionalDependencies: { absent: '*', d: '*' },
          peerDependencies: { c: '*', e: '*' },
          peerDependenciesMeta: { e: { optional: true } },
        },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/a/node_modules/b': { version: '2.0.0' },
        'node_modules/c': { version: '1.0.0', dependencies: { b: '*' } },
        'node_modules/d': { version: '1.0.0' },
        'node_modules/e': { version: '1.0.0' },
        'node_modules/tool': { version: '1.0.0' },
      }),
    ).toEqual(['a@1.0.0', 'b@1.0.0', 'b@2.0.0', 'c@1.0.0', 'd@1.0.0', 'minisearch@1.0.0']);
  });

  it('fails when a required package is missing', () => {
    expect(() => names({ '': { dependencies: { a: '*' } } })).toThrow('a, which the root needs');
  });
});
