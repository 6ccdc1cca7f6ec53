import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ask, graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The first lenders of an installation: a repetition after a lost answer never creates a second one. */

const CREATE = `mutation ($key: String, $input: CreateOrganizationInput!) {
  createOrganization(idempotencyKey: $key, input: $input) { id } }`;

describe('createOrganization with a key, while there is no lender', () => {
  let instance: TestInstance;
  let admin: Ask;
  beforeAll(async () => {
    instance = await openTestInstance({ worker: false });
    admin = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }),
    );
  });
  afterAll(() => instance.close());

  const sql = async (text: string, values: readonly unknown[] = []) =>
    (await instance.resources.pool.query(text, [...values])).rows;
  // The lenders of the test before become sandboxes: then there is no first lender again.
  beforeEach(() => sql('update organization set sandbox = true'));

  const creation = (sandbox: boolean) => ({
    key: randomUUID(),
    input: { displayName: `First ${randomUUID()}`, legalName: 'First LLC', sandbox },
  });
  const create = async (asked: ReturnType<typeof creation>) => {
    const { json } = await admin(CREATE, asked);
    expect(json.errors).toBeUndefined();
    return json.data.createOrganization.id as string;
  };
  const named = ({ input }: ReturnType<typeof creation>) =>
    sql('select id from organization where display_name = $1', [input.displayName]);

  it('a sandbox, then a lender, then the sandbox again', async () => {
    const sandbox = creation(true);
    const first = await create(sandbox);
    await create(creation(false));
    expect(await create(sandbox)).toBe(first);
    expect(await named(sandbox)).toEqual([{ id: first }]);
  });

  it('two lenders at once, each repeated', async () => {
    const both = [creation(false), creation(false)];
    const made = await Promise.all(both.map(create));
    expect(await Promise.all(both.map(create))).toEqual(made);
    expect(await Promise.all(both.map(named))).toEqual(made.map((id) => [{ id }]));
  });

  it('a repetition after the key expired: the same lender for the same input, a conflict for another', async () => {
    const lender = creation(false);
    const id = await create(lender);
    await sql("delete from idempotency_record where operation = 'create_organization'");
    expect(await create(lender)).toBe(id);
    await sql("delete from idempotency_record where operation = 'create_organization'");
    const { json } = await admin(CREATE, { ...lender, input: { ...lender.input, legalName: 'Other LLC' } });
    expect(json.errors[0].extensions.code).toBe('idempotency_conflict');
  });

  it('a key that an earlier version claimed in the first lender', async () => {
    await create(creation(false));
    const [{ id: first }] = await sql('select id from organization where not sandbox order by id limit 1');
    const later = creation(false);
    const id = await create(later);
    await sql(
      "update idempotency_record set organization_id = $1 where operation = 'create_organization' and organization_id = $2",
      [first, id],
    );
    expect(await create(later)).toBe(id);
    expect(await named(later)).toEqual([{ id }]);
  });
});
