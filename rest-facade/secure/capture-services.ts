import { z } from 'zod';
import { captureCardBody, captureKey } from '../../core/contract/card-capture.js';
import type { TokenizeOrder, TokenizeOutcome } from '../../core/contract/tokenize-card-types.js';
import { trimmedKey } from '../../core/contract/trimmed-key.js';
import { secretDigest, secretFingerprint } from '../../core/idempotency/fingerprint.js';
import type { IsoDate } from '../../core/time/dates.js';
import { organizationQuery } from '../request/list-query.js';

export interface CaptureSource {
  /** The card processor's code for new payment methods; a capture may have started with another one. */
  readonly processor: string;
  readonly tokenize: (order: TokenizeOrder, processor: string) => Promise<TokenizeOutcome>;
  /** CARD_FINGERPRINT_SECRET. */
  readonly fingerprintSecret: string;
  /** The servicing day. */
  readonly today: () => IsoDate;
}

/** Services that the secure host captures cards with. */
export type CaptureServices = ReturnType<typeof captureServices>;

export function captureServices({ processor, tokenize, fingerprintSecret, today }: CaptureSource) {
  return {
    processor,
    tokenize,
    fingerprint: (body: Readonly<Record<string, unknown>>) => secretFingerprint(fingerprintSecret, body),
    keyDigest: (key: string) => secretDigest(fingerprintSecret, trimmedKey(key)),
    request: requestOf(captureCardBody(today)),
    /** The same without what depends on the day. */
    lastingRequest: requestOf(captureCardBody()),
  };
}

function requestOf(body: ReturnType<typeof captureCardBody>) {
  return z.object({ query: organizationQuery, header: z.object({ 'Idempotency-Key': captureKey }), body });
}
