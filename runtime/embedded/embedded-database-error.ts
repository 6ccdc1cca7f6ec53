/** The embedded database is not available; the message is one line for the person who starts the product. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
