/** @param text - JSON, plain or in base64url. @throws when it is neither; the error may quote the keys. */
export function readKeyText(text: string): unknown {
  return JSON.parse(text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64url').toString());
}

/** In base64url, because shells and readers of environment files treat the quotes of JSON differently. */
export function keyText(key: object): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

export function isReadable(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}
