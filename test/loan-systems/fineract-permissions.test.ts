import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { fineractAdapter } from '../support/fineract/fineract-adapter.js';
import { answered, type FineractHarness, openFineractHarness } from '../support/fineract/fineract-harness.js';
import { DOCUMENTED_PERMISSIONS } from '../support/fineract/fineract-permissions.js';

let harness: FineractHarness;
let system: ReturnType<typeof fineractAdapter>;

beforeAll(async () => {
  harness = await openFineractHarness();
});
afterAll(async () => {
  await system.close();
  await harness.close();
  expect(harness.server.violations).toEqual([]);
});
beforeEach(async () => {
  await system?.close();
  system = fineractAdapter(harness.server);
  harness.renew();
  may(...DOCUMENTED_PERMISSIONS);
});

function may(...permissions: readonly string[]): void {
  harness.server.permissions.clear();
  for (const permission of permissions) harness.server.permissions.add(permission);
}
const without = (missing: string) => may(...DOCUMENTED_PERMISSIONS.filter((permission) => permission !== missing));
const lacks = (permission: string) => `the loan system’s user lacks the permission ${permission}`;

describe('Fineract › a user with exactly the documented permissions', () => {
  it('does everything', async () => {
    const { book } = harness.server;
    expect(await system.reportOnSetUp?.()).toEqual({ problems: [], warnings: [] });
    const [reference, reversal] = [newId(), newId()];
    expect((await system.postPayment(harness.payment(reference))).kind).toBe('confirmed');
    expect((await system.reversePayment(harness.reversal(reversal, reference))).kind).toBe('confirmed');
    expect((await system.findPosting(harness.loan, reversal)).kind).toBe('answered');
    expect((await system.quotePayoffOn(harness.loan, null)).kind).toBe('answered');
    expect((await system.businessDay()).kind).toBe('answered');
    const client = book.client('Grace Obi');
    book.groups.set(31, { name: 'Weavers', members: [client] });
    const { source } = system;
    const reads = [
      source?.heads({ since: null, page: null, limit: 5 }),
      source?.loan(harness.loan.externalId),
      source?.transactions(harness.loan.externalId, null),
      source?.person(String(client.id)),
      source?.person('group:31'),
    ];
    for (const read of await Promise.all(reads)) expect(read?.kind).toBe('answered');
    book.writeOff(harness.bookLoan);
    expect((await system.postPayment(harness.payment(newId()))).kind).toBe('confirmed');
  });

  it('or with the one for all functions', async () => {
    may('ALL_FUNCTIONS');
    expect(await system.reportOnSetUp?.()).toEqual({ problems: [], warnings: [] });
    may('ALL_FUNCTIONS_READ', 'REPAYMENT_LOAN', 'RECOVERYPAYMENT_LOAN', 'ADJUST_LOAN');
    expect(await system.reportOnSetUp?.()).toEqual({ problems: [], warnings: [] });
  });
});

describe('Fineract › a missing permission', () => {
  it.each(['READ_LOAN', 'READ_CLIENT'])('%s: the system cannot be used', async (permission) => {
    without(permission);
    expect(await system.reportOnSetUp?.()).toEqual({ problems: [lacks(permission)], warnings: [] });
  });

  it.each([
    ['REPAYMENT_LOAN', 'no payment can be posted'],
    ['ADJUST_LOAN', 'no payment can be reversed'],
    ['RECOVERYPAYMENT_LOAN', 'no payment can be posted on a loan that was written off'],
    ['READ_GROUP', 'loans of groups cannot be read'],
    ['READ_ADDRESS', 'clients are read without addresses'],
  ])('%s: a warning', async (permission, consequence) => {
    without(permission);
    const warnings = [`${lacks(permission)}: ${consequence}`];
    expect(await system.reportOnSetUp?.()).toEqual({ problems: [], warnings });
  });

  it('is found by a read, if the server does not list the permissions', async () => {
    const stranger = fineractAdapter(harness.server, { password: 'wrong' });
    expect(await stranger.reportOnSetUp?.()).toEqual({ problems: [], warnings: [] });
    await stranger.close();
    without('READ_CLIENT');
    harness.server.listsPermissions = false;
    expect(await system.reportOnSetUp?.()).toEqual({ problems: [lacks('READ_CLIENT')], warnings: [] });
    harness.server.listsPermissions = true;
  });

  it('is named by the read that needs it', async () => {
    const { source } = system;
    const groupLoan = harness.server.book.loan({ groupId: 31 });
    may();
    const named = (permission: string) => ({
      kind: 'unavailable',
      problem: lacks(permission),
      // The other reads work.
      ...(permission !== 'READ_LOAN' && { isWell: true, mayPass: true }),
    });
    expect(await system.businessDay()).toEqual(named('READ_LOAN'));
    expect(await system.quotePayoff(harness.loan)).toEqual(named('READ_LOAN'));
    expect(await source?.heads({ since: null, page: null, limit: 5 })).toEqual(named('READ_LOAN'));
    expect(await source?.person('1')).toEqual(named('READ_CLIENT'));
    expect(await source?.person('group:31')).toEqual(named('READ_GROUP'));
    expect(await system.postPayment(harness.payment(newId()))).toEqual({
      kind: 'unreachable',
      problem: lacks('READ_LOAN'),
    });
    may('READ_LOAN');
    const joint = fineractAdapter(harness.server, { settings: { 'group-co-borrowers': 'all' } });
    expect(await joint.source?.loan(String(groupLoan.id))).toEqual(named('READ_GROUP'));
    await joint.close();
  });

  it('of addresses is no failure', async () => {
    without('READ_ADDRESS');
    const { id } = harness.server.book.client();
    expect(answered((await system.source?.person(String(id))) ?? { kind: 'unavailable' })).toMatchObject({
      addresses: null,
    });
  });
});
