import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONTROL_COLUMNS, LOAN_COLUMNS, TRANSACTION_COLUMNS } from './columns.js';

const guide = readFileSync(new URL('../../docs/boarding.md', import.meta.url), 'utf8');

it.each([
  ['Loan rows', LOAN_COLUMNS],
  ['Transaction rows', TRANSACTION_COLUMNS],
  ['The control row', CONTROL_COLUMNS],
])('docs/boarding.md › %s: each column, with its description', (heading, columns) => {
  const section = guide.split(/^### /m).find((part) => part.startsWith(heading));
  const described = section?.split('\n').filter((line) => line.startsWith('| `'));
  const read = Object.entries(columns).map(
    ([name, { isRequired, about }]) => `| \`${name}\` | ${isRequired ? 'required' : ''} | ${about} |`,
  );
  expect(described).toEqual(read);
});
