import { expect, it } from 'vitest';
import { proveWebhooks } from '../support/webhook-proof.js';

const SEED = 7;

/** A share of `npm run bench -- webhooks-proof`. */
it(`webhooks, writers and workers killed (seed ${SEED}): no change is lost or invented, and each has one id`, async () => {
  const proof = await proveWebhooks({ changes: 300, kills: 4, seed: SEED, say: () => undefined });
  expect(proof.changes).toBeGreaterThanOrEqual(300);
  expect(proof).toMatchObject({ lost: 0, invented: 0, underTwoIds: 0, wronglySigned: 0 });
}, 400_000);
