/** @param text - JSON, or that in base64url. @throws when it is neither; what is thrown may quote the keys. */
export function readKeyText(text: string): unknown {
  return JSON.parse(text.trimStart().startsWith('{') ? text : Buffer.from(text, 'base64url').toString());
}

/** In base64url: shells, and the readers of environment files, all do something else with the quotes of JSON. */
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
