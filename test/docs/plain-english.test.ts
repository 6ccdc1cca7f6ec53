import { expect, it } from 'vitest';
import { dialectWords, dialectWordsIn } from '../support/plain-english/dialect.js';

/**
 * Words of the list by module, each in a place where the word is the right one. These numbers only fall: rewrite the sentence
 * instead of raising one.
 */
const BUDGET: Readonly<Record<string, number>> = { core: 5, prisma: 1, runtime: 1, subgraphs: 1, test: 17 };

const found = dialectWords(new URL('../../', import.meta.url));
const rooms = [...new Set([...Object.keys(BUDGET), ...found.map(({ room }) => room)])].sort();

it.each(rooms)('%s is in plain English', (room) => {
  const places = found.filter((word) => word.room === room).map(({ place }) => place);
  const budget = BUDGET[room] ?? 0;
  expect(
    places.length,
    places.length > budget
      ? `rewrite these in plain English, at least ${places.length - budget} of them:\n${places.join('\n')}`
      : `lower the budget of ${room} to ${places.length}`,
  ).toBe(budget);
});

it('finds the words in comments, sentences and Markdown, not in names and labels', () => {
  const source = `// Nobody waits for it.\nconst told = 'told';\n/** Of a payment that was reversed, the amount. */\nthrow new Error('the client is told why');`;
  expect(dialectWordsIn('core/example.ts', source)).toEqual([
    { room: 'core', place: 'core/example.ts:1: Nobody' },
    { room: 'core', place: 'core/example.ts:3: Of a' },
    { room: 'core', place: 'core/example.ts:4: told' },
  ]);
  expect(dialectWordsIn('README.md', 'The client\nis told why.')).toEqual([
    { room: 'README.md', place: 'README.md:2: told' },
  ]);
});
