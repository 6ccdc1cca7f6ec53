/** Text from an installation, safe for a terminal: control and bidirectional characters are removed. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

/** One JSON document on one line, safe for a terminal: JSON alone leaves some control characters unescaped. */
export function plainJson(document: object): string {
  return JSON.stringify(document).replace(
    /[\p{Cc}\p{Cf}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
