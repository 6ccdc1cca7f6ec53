/** The embedded database cannot be had; the message is one line for the person who starts the product. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}
