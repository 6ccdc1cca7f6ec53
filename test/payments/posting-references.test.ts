import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../core/db/with-client.js';
import { PostingReferences } from '../../core/posting-references/posting-references.js';
import { requireKnownSecret, UnknownReferenceSecretError } from '../../core/posting-references/secret-check.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { ResourcesPart } from '../../runtime/parts/resources-part.js';
import { ReferencesOfRequests } from '../../subgraphs/payments/collected/posting/references-of-request.js';
import { addLoanSystem } from '../support/add-loan-system.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const SECRET = 'the secret of the references of these tests';

let instance: TestInstance;
let lender: Lender;
let api: Api;
const systems = new Map<string, RemoteStandIn>();
const accounts = new Map<string, string>();

beforeAll(async () => {
  for (const kind of REMOTE_KINDS) systems.set(kind, await openStandIn(kind));
  const environment = Object.assign({}, ...[...systems.values()].map((system) => system.environment));
  instance = await openTestInstance({
    environment: { ...environment, POSTING_REFERENCE_SECRET: SECRET, LOAN_SYSTEM_TIMEOUT_MS: '20000' },
  });
  lender = await instance.lender();
  api = await lender.api();
  for (const [kind, system] of systems) {
    system.makeLoan(10_000_000);
    await addLoanSystem(instance.resources, system, { code: kind, organizationId: lender.organizationId });
    accounts.set(kind, (await rows('select id from account where loan_system_code = $1', [kind]))[0]?.['id'] ?? '');
  }
});
afterAll(async () => {
  await instance.close();
  await Promise.all([...systems.values()].map((system) => system.close()));
});

async function rows(text: string, values: readonly unknown[] = []): Promise<Record<string, string>[]> {
  return (await instance.resources.pool.query(text, [...values])).rows;
}

const reference = (operation: string, kind: string, key: string, use = 0, paymentReference?: string) =>
  new PostingReferences([SECRET]).of({
    organizationId: lender.organizationId,
    ...(paymentReference !== undefined && { paymentReference }),
    operation,
    accountId: accounts.get(kind) ?? '',
    key,
    use,
  })[0];

describe.each(REMOTE_KINDS)('POST /v1/accounts/{id}/payments, and its reversal, over %s', (kind) => {
  const posted = (use: number, key = `${kind} 1`) =>
    systems.get(kind)?.postingsUnder(reference('record_payment', kind, key, use));

  it('posts under the reference that follows from the key, and keeps it', async () => {
    const answer = await api.record(accounts.get(kind) ?? '', {}, `${kind} 1`);
    expect([answer.status, posted(0)]).toEqual([201, 1]);
    const kept = await rows('select posting_reference from collected_payment where id = $1', [answer.json.payment_id]);
    expect(kept).toEqual([{ posting_reference: reference('record_payment', kind, `${kind} 1`) }]);
  });

  it('a key with white space around it has the same reference', async () => {
    await rows(`update idempotency_record set expires_at = now() - interval '1 second' where organization_id = $1`, [
      lender.organizationId,
    ]);
    const answer = await api.record(accounts.get(kind) ?? '', {}, ` ${kind} 1 `);
    expect([answer.status, posted(0), posted(1)]).toEqual([201, 1, 1]);
  });

  it('a key that is no longer kept is a new key: each use has another reference', async () => {
    for (const use of [2, 3]) {
      await rows('delete from idempotency_record where organization_id = $1', [lender.organizationId]);
      expect((await api.record(accounts.get(kind) ?? '', {}, `${kind} 1`)).status).toBe(201);
      expect([0, 1, 2, 3, 4].map((each) => posted(each))).toEqual([0, 1, 2, 3, 4].map((each) => (each > use ? 0 : 1)));
    }
  });

  it('a refused key is posted when it is used again, whatever answer the loan system keeps for its reference', async () => {
    const [account, key] = [accounts.get(kind) ?? '', `${kind} refused`];
    systems.get(kind)?.faults.next('repay', 'refuse');
    expect((await api.record(account, {}, key)).status).toBe(422);
    await rows('delete from idempotency_record where organization_id = $1', [lender.organizationId]);
    expect([(await api.record(account, {}, key)).status, posted(0, key)]).toEqual([201, 1]);
  });

  it('a request beside one in progress does not count it as an earlier use: that one may end without a posting', async () => {
    const key = `${kind} in progress`;
    const { payment_id: id } = (await api.record(accounts.get(kind) ?? '', {}, key)).json;
    const { db, logger, postingReferences } = instance.resources;
    const references = new ReferencesOfRequests({ db, logger, postingReferences });
    const accountId = accounts.get(kind) ?? '';
    const request = { organizationId: lender.organizationId, operation: 'record_payment', accountId, key };
    const uses: number[] = [];
    for (const status of ['pending', 'posted']) {
      await rows('update collected_payment set status = $2 where id = $1', [id, status]);
      uses.push((await references.next(systemPrincipal('test'), request)).request.use);
    }
    expect(uses).toEqual([0, 1]);
  });

  it('reverses under a reference of its own', async () => {
    const { payment_id: id } = (await api.record(accounts.get(kind) ?? '', {}, `${kind} 2`)).json;
    expect((await api.reverse(id, {}, `${kind} reversal`)).json.status).toBe('reversed');
    const kept = await rows('select posting_reference from payment_reversal where payment_id = $1', [id]);
    const payment = reference('record_payment', kind, `${kind} 2`);
    const reversal = reference('reverse_payment', kind, `${kind} reversal`, 0, payment);
    expect(kept).toEqual([{ posting_reference: reversal }]);
  });

  it('reverses a payment of an earlier version, which was posted under its id', async () => {
    const { payment_id: id } = (await api.record(accounts.get(kind) ?? '', {}, `${kind} 3`)).json;
    await rows('update collected_payment set posting_reference = null where id = $1', [id]);
    expect((await api.reverse(id)).json.status).toBe('reversed');
  });
});

it('on the ledger the reference stays the id', async () => {
  const { payment_id: id } = (await api.record(await lender.ledgerAccount())).json;
  expect(await rows('select posting_reference from collected_payment where id = $1', [id])).toEqual([
    { posting_reference: null },
  ]);
  expect(await rows('select external_reference from ledger_entry where external_reference = $1', [id])).toHaveLength(1);
});

describe('the secret of the references', () => {
  const NEW = 'the secret that takes its place in these tests';
  const start = (...secrets: string[]) => requireKnownSecret(instance.resources.db, new PostingReferences(secrets));
  const refused = (...secrets: string[]) => expect(start(...secrets)).rejects.toThrow(UnknownReferenceSecretError);

  it('must be one that the database knows: in a rotation the old one stays until no part makes references with it', async () => {
    await start(SECRET);
    await refused(NEW);
    await start(SECRET, NEW);
    await start(NEW, SECRET);
    await start(NEW);
    await refused(SECRET);
  });

  it('a rotation that goes back counts too: the secret that makes references now must be known', async () => {
    const [first, second] = [`${SECRET} 1`, `${SECRET} 2`];
    await rows('delete from posting_reference_secret');
    await start(first);
    await start(second, first);
    await start(first, second);
    await refused(second);
    await start(first);
  });

  it('of processes that start at once on an empty database with different secrets, one is refused', async () => {
    for (const _ of Array(5)) {
      await rows('delete from posting_reference_secret');
      const started = await Promise.allSettled([start(SECRET), start(NEW)]);
      expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('without it nothing is posted, also by a process that has not compared it at its start', async () => {
    await rows('delete from posting_reference_secret');
    await start(NEW);
    const { db, logger } = instance.resources;
    const references = new ReferencesOfRequests({ db, logger, postingReferences: new PostingReferences([SECRET]) });
    const request = { organizationId: lender.organizationId, operation: 'record_payment', accountId: 'A', key: 'K' };
    await expect(references.next(systemPrincipal('test'), request)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('a part starts without a database and before its migration; any other failure of the comparison ends its start', async () => {
    const { config, logger } = instance.resources;
    const starts = async (databaseUrl = instance.databaseUrl) => {
      const part = new ResourcesPart(config, logger, () => databaseUrl);
      await part.start().finally(() => part.stop());
    };
    const owner = (text: string) => withClient(instance.databaseUrl, (client) => client.query(text));
    await starts('postgres://nobody@127.0.0.1:1/nothing');
    await owner('alter table posting_reference_secret rename to kept_secret');
    await starts();
    await owner('alter table kept_secret rename to posting_reference_secret');
    await owner('alter table posting_reference_secret rename column check_value to other_value');
    await expect(starts()).rejects.toMatchObject({ code: '42703' });
    await owner('alter table posting_reference_secret rename column other_value to check_value');
  });
});
