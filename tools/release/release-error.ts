/** A release that cannot be made; the message says what is wrong and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
