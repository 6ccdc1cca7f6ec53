import { describe, expect, it } from 'vitest';
import { type CsvRow, csvRows } from './csv-rows.js';
import { UnreadableCsv } from './unreadable-csv.js';

const COLUMNS = new Set(['kind', 'name', 'cents', 'memo']);

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(text: string, size = 7, trims = true): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const row of csvRows(inPieces(text, size), { columns: COLUMNS, trims })) if (!row.isEmpty) rows.push(row);
  return rows;
}

async function linesOf(text: string, size?: number, trims?: boolean): Promise<readonly string[]> {
  return (await read(text, size, trims)).map(({ line, cells, fault }) => `${line}: ${fault ?? cells.join('|')}`);
}

async function refusalOf(text: string): Promise<string> {
  const failure = await read(text).catch((error: unknown) => error);
  return failure instanceof UnreadableCsv ? `${failure.line}: ${failure.reason}` : String(failure);
}

describe.each([1, 2, 1000])('a file in pieces of %i bytes', (size) => {
  const TABLE = ['1: kind|name', '2: a|b', '3: c|d'];

  it.each([
    ['LF', 'kind,name\na,b\nc,d\n', TABLE],
    ['CRLF', 'kind,name\r\na,b\r\nc,d\r\n', TABLE],
    ['a header with CRLF and rows with LF', 'kind,name\r\na,b\nc,d', TABLE],
    ['a header with LF and rows with CRLF', 'kind,name\na,b\r\nc,d\r\n', TABLE],
    ['CR alone', 'kind,name\ra,b\rc,d\r', TABLE],
    ['semicolons', 'kind;name\na;b\nc;d\n', TABLE],
    ['tabs', 'kind\tname\na\tb\nc\td\n', TABLE],
    ['quoted names', '"kind";"name"\na;b\nc;d\n', TABLE],
    ['blanks around cells', ' kind , name \n a, b \n"c" ,"d" \n', TABLE],
    ['sep=;', 'sep=;\r\nkind;name\r\na;b\r\n', ['2: kind|name', '3: a|b']],
    ['sep= a tab', '"sep=\t"\nkind\tname\na\tb\n', ['2: kind|name', '3: a|b']],
    ['a separator in a name that is quoted', 'kind,"name"\na,"b;b"\n', ['1: kind|name', '2: a|b;b']],
    ['empty rows', ',,\n\nkind,name\n,\n"",""\na,b\n , \n,,,,,\n', ['3: kind|name', '6: a|b']],
    ['unnamed columns at the end', 'kind,name,,\na,b,,\nc,d,, \n', TABLE],
    ['unnamed columns before and between', ',kind,,name\n,a,,b\n, c,,d\n', TABLE],
    [
      'line breaks inside quotes',
      'kind,name\r\n"a\r\nb",c\r\n\r\nd,"e\n\nf"\r\ng,h',
      ['1: kind|name', '2: a\r\nb|c', '5: d|e\n\nf', '8: g|h'],
    ],
    ['one column', 'name\na;b\n', ['1: name', '2: a;b']],
    ['nothing', '', []],
    ['only a header', 'kind,name', ['1: kind|name']],
  ])('%s', async (_, text, expected) => {
    expect(await linesOf(text, size)).toEqual(expected);
  });
});

it('keeps the blanks of cells where they are not trimmed', async () => {
  expect(await linesOf('kind, name\n a ,b\n', 3, false)).toEqual(['1: kind|name', '2:  a |b']);
});

it.each([
  ['fewer cells', 'kind,name\na\n', '2: must have 2 cells, as the header has; it has 1'],
  ['more cells', 'kind,name\na,b,\n', '2: must have 2 cells, as the header has; it has 3'],
  ['a cell in a column without a name', 'kind,name,\na,b,c\n', '2: cell 3 is not empty, and its column has no name'],
])('a row with %s', async (_, text, expected) => {
  expect((await linesOf(text)).at(-1)).toBe(expected);
});

it.each([
  [
    'both separators give names',
    '\nkind;cents,name\n',
    /^2: the separator is not certain: it may be a comma or a semicolon, and each/,
  ],
  ['neither separator gives names', 'colour;size,weight\n', /^1: the separator is not certain: .* neither/],
  ['sep= names another', 'sep=|\nkind|name\n', /^1: sep= must name/],
  ['a quote that is never closed', 'kind,name\n\na,"b\nc,d\ne,f\n', /^3: a quote that opens in this row/],
  ['a quote that swallows the next row’s', 'kind,name\r\na,"b\r\nc,d"e\r\n', /^2: a quote that opens in this row/],
  [
    'an unclosed quote behind cells of several lines',
    'kind,name\r\n"a\r\nb",c\r\nd,"e\r\nf\r\n',
    /^4: a quote that opens/,
  ],
  ['text behind a quote', 'kind,name\na,"b"c\n', /^2: text follows a closing quote/],
  ['a quote inside a cell', 'kind,name\na,b"c"\n', /^2: a quote opens inside a cell/],
  [
    'an unclosed quote before 300,000 characters',
    `kind,name\na,"b\n${'c,d\n'.repeat(75_000)}`,
    /^2: a quote that opens/,
  ],
  ['a row without end', `kind,name\na,${'x'.repeat(200_000)}\n`, /^2: a row has more than 65536 characters/],
  ['more cells than any table', `kind,name\n${','.repeat(1_000)}\n`, /^2: has 1001 cells; the limit is 1000/],
])('refuses, with the line number, a file with %s', async (_, text, expected) => {
  expect(await refusalOf(text)).toMatch(expected);
});

it('counts a row’s characters in UTF-16 units, regardless of their UTF-8 length', async () => {
  expect(await linesOf(`kind,name\na,${'東'.repeat(65_535)}\n`, 1000)).toHaveLength(2);
  expect(await refusalOf(`kind,name\na,${'東'.repeat(65_536)}\n`)).toMatch(/^2: a row has more than/);
});
