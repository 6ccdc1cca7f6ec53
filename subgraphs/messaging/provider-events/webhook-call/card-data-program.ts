import { withoutCardData } from '../../../../core/http/card-data-by-member-name.js';
import { serveThreadRequests } from '../../../../core/threads/serve-thread-requests.js';

/* The program of `CardDataThread`: returns the body without card data, or undefined to keep it unchanged. */
serveThreadRequests((bytes: Uint8Array): Uint8Array | undefined => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = withoutCardData(body);
  return kept === body ? undefined : kept;
});
