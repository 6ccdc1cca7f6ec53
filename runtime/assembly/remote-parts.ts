import type { RemoteParts } from '../../gateway/call-part.js';
import type { Resources } from './resources.js';

/** How this process calls other parts. */
export function remoteParts({ config, internalTokens: tokens, logger }: Resources): RemoteParts {
  return { tokens, logger, readTimeoutMs: config.PART_READ_TIMEOUT_MS };
}
