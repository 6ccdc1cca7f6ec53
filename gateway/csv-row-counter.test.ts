import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { CsvRowCounter } from './csv-row-counter.js';

describe('CsvRowCounter', () => {
  it.each([
    ['a header alone', 'a,b\n', 0],
    ['rows', 'a,b\n1,2\n3,4\n', 2],
    ['a line break and a quote within quotes', 'a\n"one ""\n"" cell"\nplain\n', 2],
    ['nothing', '', 0],
  ])('counts the rows of %s, however it is cut, and passes it on', async (_, file, rows) => {
    for (const size of [1, 2, 100]) {
      const parts = Array.from({ length: Math.ceil(file.length / size) }, (_each, at) =>
        Buffer.from(file.slice(at * size, (at + 1) * size)),
      );
      const counter = new CsvRowCounter();
      expect(await text(Readable.from(parts).pipe(counter))).toBe(file);
      expect(counter.rows).toBe(rows);
    }
  });
});
