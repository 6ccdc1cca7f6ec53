import { inflateSync } from 'node:zlib';

/** The glyphs shown by a pdfkit PDF, by their ids in the embedded fonts, in order; 0 is the box for a missing glyph. */
export function pdfGlyphs(pdf: Buffer): readonly number[] {
  return contents(pdf).flatMap((content) =>
    [...content.matchAll(/\[([^\]]*)\] TJ/g)].flatMap(([, shown = '']) =>
      [...shown.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, ids = '']) =>
        [...ids.matchAll(/.{4}/g)].map(([id]) => Number.parseInt(id, 16)),
      ),
    ),
  );
}

/** The number of embedded fonts. */
export function embeddedFonts(pdf: Buffer): number {
  return [...pdf.toString('latin1').matchAll(/\/FontFile2/g)].length;
}

/** The page streams: those that set text. A stream is as long as it declares: its last byte may be a line break. */
function contents(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/<<([^<>]*\/FlateDecode[^<>]*)>>\s*stream\r?\n/g)]
    .map((match) => {
      const [begin = '', dictionary = ''] = match;
      const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
      const from = match.index + begin.length;
      return inflateSync(pdf.subarray(from, from + length)).toString('latin1');
    })
    .filter((content) => content.includes(' TJ'));
}
