declare module 'subset-font' {
  /** An instance of a variable font; with `keepAllGlyphs` it has every glyph. */
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
