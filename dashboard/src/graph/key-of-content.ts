/**
 * The keys of creations whose outcome is not known, by operator and content. In memory only: they outlive a closed form
 * and the end of the session, so that the same content typed again is a repetition and never a second object.
 */
const open = new Map<string, string>();

/** The idempotency key of this content: the same one until `forgetKeyOf`. */
export function keyOf(subject: string, content: object): string {
  const name = JSON.stringify([subject, content]);
  const key = open.get(name) ?? crypto.randomUUID();
  open.set(name, key);
  return key;
}

/** After the creation: the same content is then another object. */
export function forgetKeyOf(subject: string, content: object): void {
  open.delete(JSON.stringify([subject, content]));
}
