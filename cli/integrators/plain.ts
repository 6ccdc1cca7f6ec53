/** What an installation wrote, as a terminal may show it: whatever a terminal would act on, or turn round, is left out. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

/** One JSON document in one line, in which no terminal finds anything to act on: JSON alone leaves some control characters as they are. */
export function plainJson(document: object): string {
  return JSON.stringify(document).replace(
    /[\p{Cc}\p{Cf}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
