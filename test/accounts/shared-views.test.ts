import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Filters of a dashboard list that a supervisor shares with all operators of a lender. */

let instance: TestInstance;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance.close());

type Role = 'viewer' | 'agent' | 'supervisor';

async function asking(lender: Lender, role: Role): Promise<Ask> {
  const request = { subject: `the ${role}`, role, organizationIds: [lender.organizationId] };
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
}

const SAVE = `mutation ($lender: ID!, $name: String!, $search: String!) {
  saveSharedView(organizationId: $lender, input: { page: collections, name: $name, search: $search }) { id name search savedBy } }`;

async function save(by: Ask, { organizationId }: Lender, name: string, search: string) {
  const { json } = await by(SAVE, { lender: organizationId, name, search });
  return { saved: json.data?.saveSharedView, code: json.errors?.[0].extensions.code };
}

async function seen(
  by: Ask,
): Promise<readonly { readonly id: string; readonly name: string; readonly search: string }[]> {
  return (await by('{ sharedViews(page: collections) { id name search } }')).json.data.sharedViews;
}

const remove = async (by: Ask, id: string) => (await by(`mutation { removeSharedView(id: "${id}") }`)).json;

const audited = async (id: string) =>
  (
    await instance.resources.pool.query('select action, before, after from audit_log where subject = $1 order by id', [
      id,
    ])
  ).rows;

it('a view is seen by every operator of the lender, and by no one else', async () => {
  const [lender, other] = [await instance.lender('View Credit'), await instance.lender('Other View Credit')];
  const boss = await asking(lender, 'supervisor');
  const { saved } = await save(boss, lender, 'Early', 'days=1-29&sort=past_due&dir=desc');
  expect(saved).toMatchObject({ name: 'Early', savedBy: 'the supervisor' });
  const view = { id: saved.id, name: 'Early', search: 'days=1-29&sort=past_due&dir=desc' };
  for (const role of ['viewer', 'agent', 'supervisor'] as const) {
    expect(await seen(await asking(lender, role))).toEqual([view]);
    expect(await seen(await asking(other, role))).toEqual([]);
  }
  expect(await remove(await asking(other, 'supervisor'), saved.id)).toEqual({ data: { removeSharedView: false } });
  expect(await seen(boss)).toEqual([view]);
  const key = graphClient(instance.graphqlUrl, (await lender.api()).token);
  expect((await key('{ sharedViews(page: collections) { id } }')).json.errors[0].extensions.code).toBe(
    'insufficient_scope',
  );
});

it('a name is one view: saved again it is replaced, and the same again changes nothing', async () => {
  const lender = await instance.lender('Replace Credit');
  const boss = await asking(lender, 'supervisor');
  const { saved } = await save(boss, lender, 'Mine', 'view=mine');
  await save(boss, lender, 'Mine', 'view=mine');
  expect((await save(boss, lender, 'Mine', 'view=unassigned')).saved.id).toBe(saved.id);
  expect(await seen(boss)).toEqual([{ id: saved.id, name: 'Mine', search: 'view=unassigned' }]);
  expect(await remove(boss, saved.id)).toEqual({ data: { removeSharedView: true } });
  expect(await remove(boss, saved.id)).toEqual({ data: { removeSharedView: false } });
  const of = (search: string) => ({ page: 'collections', name: 'Mine', search });
  expect(await audited(saved.id)).toEqual([
    { action: 'shared_view.save', before: null, after: of('view=mine') },
    { action: 'shared_view.save', before: of('view=mine'), after: of('view=unassigned') },
    { action: 'shared_view.remove', before: of('view=unassigned'), after: null },
  ]);
});

it('ten requests that save one name at once are one view', async () => {
  const lender = await instance.lender('Race View Credit');
  const boss = await asking(lender, 'supervisor');
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => save(boss, lender, 'Late', `days=${at}-99`)));
  expect(new Set(answers.map(({ saved }) => saved.id)).size).toBe(1);
  expect(await seen(boss)).toHaveLength(1);
});

it('is refused for an agent, for what is no filter of the page, and for an unknown lender', async () => {
  const lender = await instance.lender('Refused Credit');
  expect((await save(await asking(lender, 'agent'), lender, 'a', 'view=mine')).code).toBe('insufficient_scope');
  const boss = await asking(lender, 'supervisor');
  for (const search of ['text=Smith', 'view=Jane Smith', 'lender=x', `days=${'1'.repeat(50)}`]) {
    expect([search, (await save(boss, lender, 'a', search)).code]).toEqual([search, 'validation_failed']);
  }
  expect((await save(boss, lender, '', 'view=mine')).code).toBe('validation_failed');
  const admin = await operatorToken(instance.resources, { subject: 'root', role: 'admin' });
  const unknown = { ...lender, organizationId: newId() };
  expect((await save(graphClient(instance.graphqlUrl, admin), unknown, 'a', 'view=mine')).code).toBe(
    'organization_not_found',
  );
  expect(await seen(boss)).toEqual([]);
});
