import { expect, it } from 'vitest';
import { createGeneric } from '../../../../connectors/email-providers/generic/generic.js';
import { EmailProviders } from '../../../../connectors/email-providers/registry.js';
import { Database } from '../../../../core/db/database.js';
import { createPool } from '../../../../core/db/pool.js';
import { ANONYMOUS, type Principal } from '../../../../core/principal/principal.js';
import { SecretsAtRest } from '../../../../core/secrets/at-rest.js';
import { systemClock } from '../../../../core/time/clock.js';
import { silent } from '../../../../test/support/identity.js';
import { WebhookAcceptor } from './accept-webhook.js';

const KEY: Principal = { kind: 'api_key', actor: 'reader01', organizationIds: [], scopes: [] };

/** Fails on any inspection of a body and on any query. */
const acceptor = new WebhookAcceptor(
  {
    db: new Database(createPool('postgres://none@127.0.0.1:1/none', 1, silent)),
    clock: systemClock,
    logger: silent,
    secrets: new SecretsAtRest([]),
    providers: new EmailProviders([
      { ...createGeneric({ secrets: [] }), looksLike: () => expect.unreachable('the body was inspected') },
    ]),
  },
  { ofPath: async () => undefined },
);
const LARGE = Buffer.alloc(70_000, ' ');
const SMALL = Buffer.from('{}');

it.each([
  ['an anonymous large call', ANONYMOUS, {}, LARGE, 'missing_token'],
  ['an anonymous large call with an empty signature', ANONYMOUS, { 'webhook-signature': '' }, LARGE, 'missing_token'],
  ['a call with two signatures', ANONYMOUS, { 'webhook-signature': ['v1,x', 'v1,x'] }, LARGE, 'missing_token'],
  ['a large call of a key without the scope', KEY, {}, LARGE, 'insufficient_scope'],
  ['a small call of a key without the scope', KEY, {}, SMALL, 'insufficient_scope'],
  ['a call with an empty signature', KEY, { 'webhook-signature': '' }, SMALL, 'insufficient_scope'],
])('does not inspect the body of %s', async (_, principal, headers, rawBody, code) => {
  await expect(acceptor.accept(principal, { provider: null, headers, rawBody })).rejects.toMatchObject({ code });
});
