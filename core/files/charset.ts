/** The charsets in which files are accepted. */
export const FILE_CHARSETS = ['utf-8', 'windows-1252', 'utf-16le'] as const;
export type FileCharset = (typeof FILE_CHARSETS)[number];

/**
 * The charset for a label of the WHATWG Encoding Standard: `iso-8859-1` is windows-1252. Undefined for charsets that
 * are not accepted.
 */
export function charsetNamed(label: string): FileCharset | undefined {
  if (label.length > LONGEST_LABEL) return undefined;
  const name = standardNameOf(label);
  return FILE_CHARSETS.find((charset) => charset === name);
}

/** No label of an encoding is longer. */
const LONGEST_LABEL = 32;

function standardNameOf(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
