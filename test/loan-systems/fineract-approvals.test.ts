import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Approval, PostingOutcome, Reached } from '../../loan-model/port.js';
import { type FineractHarness, found, openFineractHarness } from '../support/fineract/fineract-harness.js';

const AWAITING: PostingOutcome = { kind: 'awaiting_approval' };

let harness: FineractHarness;
let reference: string;

beforeAll(async () => {
  harness = await openFineractHarness();
});
afterAll(async () => {
  await harness.close();
  expect(harness.server.violations).toEqual([]);
});
beforeEach(() => {
  harness.renew();
  harness.server.makerChecker = false;
  harness.server.permissions.add('READ_AUDIT');
  harness.server.approvals.commands.length = 0;
  reference = newId();
});

const approvalOf = (of: string) => harness.system.findApproval?.(harness.loan, of);
const approval = (value: Approval): Reached<Approval> => ({ kind: 'answered', value });
const pay = () => {
  harness.server.makerChecker = true;
  return harness.system.postPayment(harness.payment(reference));
};

describe('Fineract › adding a system whose commands need approval', () => {
  const READS = ['READ_CONFIGURATION', 'READ_PERMISSION'];
  const waits =
    'the loan system’s user needs approval for REPAYMENT_LOAN, ADJUST_LOAN: what it posts has no outcome until a person there approves it';
  const blind = expect.stringMatching(
    / lacks the permission READ_AUDIT: .* commands that wait for approval cannot be followed$/,
  );
  const warnings = async () => (await harness.system.reportOnSetUp?.())?.warnings;

  afterEach(() => {
    for (const permission of [...READS, 'CHECKER_SUPER_USER']) harness.server.permissions.delete(permission);
  });

  it('warns of it, and of a missing permission to follow them', async () => {
    for (const permission of READS) harness.server.permissions.add(permission);
    expect(await warnings()).toEqual([]);
    harness.server.makerChecker = true;
    expect(await warnings()).toEqual([waits]);
    harness.server.permissions.delete('READ_AUDIT');
    expect(await warnings()).toEqual([blind, waits]);
  });

  it('does not warn of a user who needs none, nor when our user may not read that', async () => {
    harness.server.makerChecker = true;
    expect(await warnings()).toEqual([]);
    for (const permission of [...READS, 'CHECKER_SUPER_USER']) harness.server.permissions.add(permission);
    expect(await warnings()).toEqual([]);
  });
});

describe('Fineract › a payment that waits for approval', () => {
  it('is not posted, and its command waits', async () => {
    expect(await pay()).toEqual(AWAITING);
    expect(found(await harness.system.findPosting(harness.loan, reference))).toBe(false);
    expect(await approvalOf(reference)).toEqual(approval({ kind: 'waits' }));
    expect(await approvalOf(newId())).toEqual(approval({ kind: 'none' }));
  });

  it('is posted when it is approved', async () => {
    await pay();
    harness.server.approvals.approve();
    expect(await approvalOf(reference)).toEqual(approval({ kind: 'none' }));
    expect(found(await harness.system.findPosting(harness.loan, reference))).toBe(true);
    expect(await harness.system.postPayment(harness.payment(reference))).toMatchObject({ kind: 'confirmed' });
    expect(harness.postings(reference)).toBe(1);
  });

  it('never is when it is rejected', async () => {
    await pay();
    harness.server.approvals.reject();
    expect(await approvalOf(reference)).toEqual(approval({ kind: 'rejected', reason: 'approval_rejected' }));
  });

  it('never is when Fineract refuses it as it is approved', async () => {
    await pay();
    harness.server.book.writeOff(harness.bookLoan);
    harness.server.approvals.approve();
    const [command] = harness.server.approvals.commands;
    if (command?.checkedAt === undefined) throw new Error('not checked');
    expect(await approvalOf(reference), 'Fineract may still repeat it').toEqual(approval({ kind: 'waits' }));
    command.checkedAt -= 15 * 60_000;
    expect(await approvalOf(reference)).toEqual(approval({ kind: 'rejected', reason: 'failed_when_approved' }));
  });

  it('waits, however many newer commands of its loan wait', async () => {
    await pay();
    const [first] = harness.server.approvals.commands;
    if (first === undefined) throw new Error('no command');
    for (let newer = 0; newer < 450; newer += 1) harness.server.approvals.record({ ...first, body: '{}' });
    expect(await approvalOf(reference)).toEqual(approval({ kind: 'waits' }));
    for (let newer = 0; newer < 2_000; newer += 1) harness.server.approvals.record({ ...first, body: '{}' });
    expect(await approvalOf(reference), 'among more than are read').toEqual({ kind: 'unavailable', isWell: true });
  });

  it('has no entry when it was deleted', async () => {
    await pay();
    harness.server.approvals.delete();
    expect(await approvalOf(reference)).toEqual(approval({ kind: 'none' }));
  });

  it('is in progress for a second request under its key, whether it waits or was rejected', async () => {
    await pay();
    expect(await pay()).toEqual({ kind: 'unknown' });
    harness.server.approvals.reject();
    expect(await pay()).toEqual({ kind: 'unknown' });
    expect(harness.server.approvals.commands).toHaveLength(1);
  });

  it('is not seen by a user who may not read commands', async () => {
    await pay();
    harness.server.permissions.delete('READ_AUDIT');
    expect(await approvalOf(reference)).toEqual(approval({ kind: 'not_permitted' }));
  });

  it('is unavailable when the list cannot be read', async () => {
    await pay();
    harness.server.faults.next('audits', 'html');
    expect(await approvalOf(reference)).toEqual({ kind: 'unavailable' });
  });
});

describe('Fineract › a reversal that waits for approval', () => {
  const reverse = async (reversal: string) => {
    await harness.system.postPayment(harness.payment(reference));
    harness.server.makerChecker = true;
    return harness.system.reversePayment(harness.reversal(reversal, reference));
  };

  it('is not done, although Fineract’s answer names the transaction', async () => {
    const reversal = newId();
    expect(await reverse(reversal)).toEqual(AWAITING);
    expect(harness.latest().reversedOn).toBeUndefined();
    expect(await approvalOf(reversal)).toEqual(approval({ kind: 'waits' }));
  });

  it('is done when it is approved, and never when it is rejected', async () => {
    const reversal = newId();
    await reverse(reversal);
    harness.server.approvals.reject();
    expect(await approvalOf(reversal)).toEqual(approval({ kind: 'rejected', reason: 'approval_rejected' }));

    const second = newId();
    await harness.system.reversePayment(harness.reversal(second, reference));
    harness.server.approvals.approve();
    expect(found(await harness.system.findPosting(harness.loan, second))).toBe(true);
  });
});
