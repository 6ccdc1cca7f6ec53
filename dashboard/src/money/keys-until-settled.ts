/**
 * The Idempotency-Keys of requests whose outcome is not known, one for each subject: the same key is sent again, also
 * after the dialog was closed, so that a lost response cannot make two. With other values the server refuses it.
 */
export function keysUntilSettled() {
  const keys = new Map<string, string>();
  return {
    keyOf: (subject: string): string => {
      const key = keys.get(subject) ?? crypto.randomUUID();
      keys.set(subject, key);
      return key;
    },
    /** The outcome is known: the next request of the subject gets a new key. */
    forget: (subject: string): void => void keys.delete(subject),
  };
}
