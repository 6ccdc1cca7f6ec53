import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sandboxScenarios } from '../runtime/assembly/sandbox-scenarios.js';
import { sdkScenarios } from './sdk-scenarios.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const { accounts, cards } = sandboxScenarios();

it('the client package has exactly the test accounts and test cards of the sandbox', () => {
  expect(read('../sdk/src/generated/scenarios.ts')).toBe(sdkScenarios({ accounts, cards }));
});

it('the guide lists exactly the test accounts and test cards of the sandbox', () => {
  const rows = [...read('../docs/guides/testing.md').matchAll(/^\| `(SBX-[A-Z-]+|\d{16})` \| (.*) \|$/gm)];
  expect(rows.map(([, sent, described]) => [sent, described])).toEqual([
    ...accounts.map(({ external_contract_number: sent, description }) => [sent, description]),
    ...cards.map(({ number, description }) => [number, description]),
  ]);
});
