import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Principal } from '../../core/principal/principal.js';
import { auditedExports } from '../../runtime/assembly/audited-exports-letters-and-contact-reads.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A CSV export that outlasts its key. */

let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance?.close());

it('an operator’s export is cut when the token or session is revoked; another operator’s continues', async () => {
  const exports = auditedExports(instance.resources, { csv: async () => new Readable({ read() {} }) });
  const begun = async () => {
    const token = await operatorToken(instance.resources, { subject: 'Ada', role: 'viewer' });
    const principal = await instance.resources.authenticate('graphql', `Bearer ${token}`);
    return { principal, stream: await exports.csv('car', {}, { principal, requestId: newId() }) };
  };
  const [revoked, other] = [await begun(), await begun()];
  const ended = new Promise((resolve) => revoked.stream.once('error', resolve));
  await instance.resources.pool.query('update operator_token set revoked_at = now() where id = $1', [
    String(revoked.principal.recordId),
  ]);
  expect(await ended).toMatchObject({ code: 'invalid_token' });
  expect(other.stream.destroyed).toBe(false);
  other.stream.destroy();
});

it('an export is cut when its key is revoked; another key’s continues', async () => {
  const lender = await instance.lender();
  // Its next row never arrives, as in an endless report with a slow reader.
  const exports = auditedExports(instance.resources, { csv: async () => new Readable({ read() {} }) });
  const begun = async () => {
    const { prefix: actor } = await lender.key();
    const principal: Principal = {
      ...{ kind: 'api_key', actor, organizationIds: [lender.organizationId], scopes: ['reports:read'] },
    };
    return { actor, stream: await exports.csv('car', {}, { principal, requestId: newId() }) };
  };
  const [revoked, other] = [await begun(), await begun()];
  const ended = new Promise((resolve) => revoked.stream.once('error', resolve));
  await instance.resources.pool.query('update api_key set revoked_at = now() where prefix = $1', [revoked.actor]);
  expect(await ended).toMatchObject({ code: 'invalid_token' });
  expect(other.stream.destroyed).toBe(false);
  other.stream.destroy();
});
