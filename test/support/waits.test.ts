import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const TESTS = fileURLToPath(new URL('..', import.meta.url));
const SUPPORT = 'support/';

/** Files that are about time itself, or a peer that is slow on purpose, each with the reason for its pauses. */
const MAY_PASS_TIME: Readonly<Record<string, string>> = {
  'support/until.ts': 'the one helper that waits for facts',
  'support/killable-product.ts': 'the seeded pause before a kill',
  'support/sdk-faults.ts': 'how long a fault of a seeded proof lasts',
  'support/sdk-proof.ts': 'the seeded pause between mishaps',
  'support/faults/client.ts': 'the pace of the load, and the pause before the same is sent again',
  'support/loan-faults.ts': 'a loan system that answers late',
  'support/raw-http.ts': 'the deadline of a request on a bare socket',
  'support/fuzz/send.ts': 'the deadline of a request on a bare socket',
  'autopay/lenders-take-turns.test.ts': 'a card processor that takes a tenth of a second for a charge',
  'autopay/sets-interrupted.test.ts': 'a card processor is paused: the test itself waits for nothing',
  'resilience/database-restart.test.ts': 'payments at a steady rate: the service is back within five seconds',
  'security/revocation.test.ts': 'calls at a steady rate: a key is refused within a second',
};

const PASSES_TIME = /\bsetTimeout\(|\bpause\((?!\))|\bsleep\(|setTimeout as /;
/** Reads a page once, whether it is loaded or not. `expect.poll` reads until it holds. */
const READS_A_PAGE_ONCE =
  /\.(?:count|textContent|innerText|innerHTML|inputValue|isVisible|isHidden|isEnabled|isDisabled|isChecked|allTextContents|allInnerTexts)\(\)|\.getAttribute\(|networkidle/;

const FILES = readdirSync(TESTS, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(TESTS, join(entry.parentPath, entry.name)))
  .filter((file) => file !== 'support/waits.test.ts');

it('tests wait for facts, never for time', () => {
  const found = FILES.filter((file) => PASSES_TIME.test(read(file)));
  expect(found.sort()).toEqual(Object.keys(MAY_PASS_TIME).sort());
});

it('tests of pages read them by what waits: expect.poll, waitFor, or test/support/settled-page.ts', () => {
  const found = FILES.filter((file) => !file.startsWith(SUPPORT)).flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => READS_A_PAGE_ONCE.test(line) && !line.includes('expect.poll(') && !line.includes('.poll('))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(TESTS, file), 'utf8');
}
