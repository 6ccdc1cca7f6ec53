import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runExample } from '../support/ledger-example.js';

/* The worked examples of docs/ledger.md, recalculated by the rules that post payments. */

const DOCUMENT = readFileSync(new URL('../../docs/ledger.md', import.meta.url), 'utf8');

/** Sections without a rule of ours. */
const WITHOUT_EXAMPLE = ['How to read the examples', 'How other methods compare'];

const sections = DOCUMENT.split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    examples: [...section.matchAll(/^```example\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text),
  }));

it('every section with a rule has an example', () => {
  const withRule = sections.filter(({ title }) => !WITHOUT_EXAMPLE.includes(title));
  expect(withRule.filter(({ examples }) => examples.length === 0).map(({ title }) => title)).toEqual([]);
  const titles = sections.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([...WITHOUT_EXAMPLE]));
  expect(new Set(titles).size).toBe(titles.length);
});

describe.each(sections.filter(({ examples }) => examples.length > 0))('$title', ({ examples }) => {
  it.each(examples.map((text, index) => [index + 1, text] as const))('example %i is as computed', (_, text) => {
    const claims = runExample(text);
    expect(claims.length).toBeGreaterThan(0);
    expect(claims.map(({ line, is }) => `${line} … ${is}`)).toEqual(
      claims.map(({ line, claimed }) => `${line} … ${claimed}`),
    );
  });
});

it('every fenced block that is marked as an example is in a section', () => {
  const marked = DOCUMENT.split('\n').filter((line) => line.startsWith('```example')).length;
  expect(sections.flatMap(({ examples }) => examples)).toHaveLength(marked);
});

it('an example that is wrong, or that cannot be parsed, is found', () => {
  const lent = 'book $10,000.00 at 36.00 % for 60 months on 2023-12-12\n';
  expect(runExample(`${lent}2024-01-12 => interest $305.76`)).toEqual([
    { line: '2024-01-12 => interest $305.76', claimed: 'interest $305.76', is: 'interest $305.75' },
  ]);
  expect(() => runExample(`${lent}2024-01-12 => luck $1.00`)).toThrow('cannot read');
  expect(() => runExample(`${lent}2024-01-12 forgive everything`)).toThrow('cannot read');
});
