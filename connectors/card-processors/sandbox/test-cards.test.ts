import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { behaviourOf } from './instruments.js';
import { cardBehaviour } from './test-cards.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const ROWS = read('../../../docs/guides/testing.md').matchAll(/^\| ((?:`\d{16}`[^|]*)) \| (.*) \|$/gm);
/** What the guide says of each number. */
const TOLD = new Map(
  [...ROWS].flatMap(([, cards = '', outcome = '']) =>
    [...cards.matchAll(/\d{16}/g)].map(([number]) => [number, outcome] as const),
  ),
);

it('the guide lists every card that does not simply work', () => {
  const special = [...read('./test-cards.ts').matchAll(/'(\d{16})'/g)].map(([, number]) => number);
  expect(special.length).toBeGreaterThan(5);
  expect([...TOLD.keys()].toSorted()).toEqual(['4242424242424242', ...special].toSorted());
});

it.each([...TOLD])('%s: %s', (number, outcome) => {
  const behaviour = cardBehaviour({ number, expirationMonth: 12, expirationYear: 2099, cvc: '123' });
  switch (behaviour.kind) {
    case 'declines':
      return expect(outcome).toMatch(new RegExp(`422 \`card_declined\`, reason \`${behaviour.reason}\`$`));
    case 'unavailable':
      return expect(outcome).toContain('502 `tokenization_failed`, `retryable`');
    case 'stores':
      return expect(outcome).toMatch(
        behaviourOf(behaviour.instrument).kind === 'charges'
          ? /^201; every charge succeeds$/
          : /^201; every charge .*declined$/,
      );
  }
});
