/** A database server that this process must not use, because it has seen a later one; the message is for the operator. */
export class StaleServerError extends Error {
  override readonly name = 'StaleServerError';
}
