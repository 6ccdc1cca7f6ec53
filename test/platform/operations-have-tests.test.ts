import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../../site/src/contract.js';

/** Tests that send requests to every operation, each in the same way. */
const OF_EVERY_OPERATION =
  /^(docs|support)\/|parts-apart|route-isolation|contract-fuzz|platform\/(graphql|operations-have-tests)\.test/;

/** The text of each other test. What a template fills in is a space. */
const TESTS = readdirSync(new URL('..', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !OF_EVERY_OPERATION.test(path))
  .map((path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replaceAll(/\$\{[^}]*\}/g, ' '));

/** Whether a test has the path, or its beginning and what follows each id. */
function requests(test: string, path: string): boolean {
  const plain = path.replace(/^\/v1(?=\/)/, '').replace(/\/$/, '');
  const [first = '', ...others] = plain.split(/\/?\{\w+\}/);
  const has = (part: string) => new RegExp(`${part.replaceAll('.', '\\.')}/?["'\`? ]`).test(test);
  const isWhole = has(plain.replaceAll(/\{\w+\}/g, '[\\w-]+'));
  return isWhole || (has(first) && others.every((rest) => has(`/ ${rest}`)));
}

it('each operation has a test of its own in test/: one that requests its path', () => {
  const without = (paths: readonly string[]) => paths.filter((path) => !TESTS.some((test) => requests(test, path)));
  expect(without(OPERATIONS.map(({ path }) => path))).toEqual([]);
  const UNTESTED = ['/v1/deposit-slips', '/v1/deposit-slips/{id}', '/v1/payments/{payment_id}/deposit-slip'];
  expect(without(UNTESTED)).toEqual(UNTESTED);
});
