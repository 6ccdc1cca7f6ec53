declare module 'subset-font' {
  /** A static instance of a variable font; with `keepAllGlyphs` it has every glyph. */
  export default function subsetFont(
    font: Buffer,
    text: string | undefined,
    options: {
      readonly keepAllGlyphs?: boolean;
      readonly targetFormat?: 'truetype';
      readonly variationAxes?: Readonly<Record<string, number>>;
    },
  ): Promise<Buffer>;
}
