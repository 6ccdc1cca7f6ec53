const PREFIX = 'tributary-key:';

/**
 * The Idempotency-Keys of requests whose outcome is not known, one for each operator and subject: the same key is sent
 * again, also after the dialog was closed, the page was loaded again or the session has ended, so that a lost response
 * cannot make two. With other values the server refuses it. Session storage has only the ids and the key.
 *
 * @param act - the name of the act that the keys are for
 */
export function keysUntilSettled(act: string) {
  const placeOf = (operator: string, subject: string) => `${PREFIX}${act} ${operator} ${subject}`;
  return {
    keyOf: (operator: string, subject: string): string => {
      const place = placeOf(operator, subject);
      const key = sessionStorage.getItem(place) ?? crypto.randomUUID();
      sessionStorage.setItem(place, key);
      return key;
    },
    /** Whether an earlier request of the subject has no known outcome. */
    has: (operator: string, subject: string): boolean => sessionStorage.getItem(placeOf(operator, subject)) !== null,
    /** The outcome is known: the next request of the subject gets a new key. */
    forget: (operator: string, subject: string): void => sessionStorage.removeItem(placeOf(operator, subject)),
  };
}
