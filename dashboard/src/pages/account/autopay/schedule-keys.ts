/*
 * The Idempotency-Key of a schedule that was sent and whose outcome is not known: the same key is sent again, also after
 * the dialog was closed, so that a lost response cannot make two schedules. With other values the server refuses it.
 */
const keys = new Map<string, string>();

export function scheduleKeyOf(accountId: string): string {
  const key = keys.get(accountId) ?? crypto.randomUUID();
  keys.set(accountId, key);
  return key;
}

/** The outcome is known: the next schedule of the loan gets a new key. */
export function forgetScheduleKey(accountId: string): void {
  keys.delete(accountId);
}
