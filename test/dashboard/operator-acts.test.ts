import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import apiSchema from '../../gateway/schema-without-federation.js';
import { csv, LOAN, receiveOnly } from '../support/board-file.js';
import { type Ask, graphClient } from '../support/graph.js';
import { lateLoan } from '../support/late-loan.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import {
  populateApproval,
  populateException,
  populateFailedJob,
  populateOperator,
} from '../support/populated-administration.js';
import { populateAutopay } from '../support/populated-autopay.js';
import { type PopulatedDifference, populateDifference } from '../support/populated-difference.js';
import { ledgerProduct } from '../support/populated-ledger.js';
import { type PopulatedMessaging, populateMessaging } from '../support/populated-messaging.js';
import { paid, ScriptedSource } from '../support/scripted-source.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let outsider: Lender;
let mail: PopulatedMessaging;
let operator: Ask;
const source = new ScriptedSource('core');

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    loanSystemKinds: { core: source.kind, unsearchable: { ...source.kind, findsByReference: () => false } },
    environment: { LOAN_SYSTEM_SECRET_SCRIPTED: 'let me in' },
  });
  source.put('1', {}, [paid('p', 500)]);
  lender = await instance.lender();
  outsider = await instance.lender('Elsewhere');
  mail = await populateMessaging(instance.resources.pool, lender);
  operator = graphClient(
    instance.graphqlUrl,
    await operatorToken(instance.resources, { subject: 'ola', role: 'admin' }),
  );
});
afterAll(() => instance.close());

/** A mutation call and the audit entry that it writes. */
interface Act {
  /** `name(arguments) { selection }`. */
  readonly call: string;
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A difference on a posted ledger payment, as a comparison would have found it. */
async function differenceOf(kind: string): Promise<PopulatedDifference> {
  const accountId = await lender.ledgerAccount();
  const { json } = await (await lender.api()).record(accountId, { amount_cents: 1_000 });
  return populateDifference(instance.resources.pool, { ...lender, accountId, kind, reference: json.payment_id });
}

const HELD = { status: 'held' };

/** A held run. */
async function heldRun(): Promise<string> {
  return (await populateAutopay(instance.resources.pool, lender, await lender.ledgerAccount())).heldId;
}

/** An open request, and what each of its audit entries has. */
async function approvalAskedBy(subject: string) {
  const { pool } = instance.resources;
  const accountId = await lender.ledgerAccount();
  const id = await populateApproval(pool, lender.organizationId, accountId);
  await pool.query('update approval_request set asked_by = $2 where id = $1', [id, subject]);
  const about = { act: 'charge_off', amount_cents: 100, account_id: accountId, payment_id: null };
  return { id, after: { ...about, asked_by: subject } };
}

/** A lender with a loan that is past due. */
async function lenderWithLateLoan(name: string) {
  const late = await instance.lender(name);
  return { organizationId: late.organizationId, loan: await lateLoan(instance.resources.pool, late) };
}

const something = expect.anything();
/** Free text is not in the log: it may name a person, and an entry is never changed. */
const IN_ITS_ROW = '[in its row]';

/** One call for every mutation that an operator may use. */
async function flagOn(accountId: string): Promise<string> {
  const call = `setAccountFlag(accountId: "${accountId}", input: { kind: scra, reason: "orders" }) { flag { id } }`;
  return (await operator(`mutation { ${call} }`)).json.data.setAccountFlag.flag.id;
}

const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  async recordPayment() {
    const account = await lender.ledgerAccount();
    const call = `recordPayment(accountId: "${account}", idempotencyKey: "${randomUUID()}",
      input: { amountCents: 700, paymentMethod: check, checkNumber: 7 }) { payment { id } }`;
    const after = { account_id: account, amount_cents: 700, payment_method: 'check', check_number: 7 };
    return { call, action: 'payment.record', before: null, after };
  },
  async reversePayment() {
    const payment = (await (await lender.api()).record(await lender.ledgerAccount())).json.payment_id;
    const call = `reversePayment(paymentId: "${payment}", idempotencyKey: "${randomUUID()}", input: { reason: "r" })
      { payment { status } }`;
    const after = { reversal_id: something, reason: IN_ITS_ROW, is_nsf: false };
    return { call, action: 'payment.reverse', before: { status: 'posted' }, after };
  },
  async createPaymentBatch() {
    const row = `{ idempotencyKey: "${randomUUID()}", accountId: "${await lender.ledgerAccount()}", amountCents: 700, paymentMethod: cash }`;
    const call = `createPaymentBatch(organizationId: "${lender.organizationId}", idempotencyKey: "${randomUUID()}",
      input: { rows: [${row}] }) { batch { id } }`;
    const after = { row_count: 1, sum_cents: 700, mode: 'stop', is_dry_run: false };
    return { call, action: 'payment_batch.create', before: null, after };
  },
  async resumePaymentBatch() {
    const row = { idempotency_key: randomUUID(), account_id: newId(), amount_cents: 100, payment_method: 'cash' };
    const made = await (await lender.api()).post(
      '/v1/payment-batches',
      { rows: [row] },
      { 'idempotency-key': randomUUID() },
    );
    const { batch_id: id } = made.json;
    await instance.resources.pool.query("update payment_batch set status = 'stopped' where id = $1", [id]);
    const call = `resumePaymentBatch(batchId: "${id}", idempotencyKey: "${randomUUID()}") { batch { id } }`;
    return { call, action: 'payment_batch.resume', before: null, after: null };
  },
  async createWebhookEndpoint() {
    const call = `createWebhookEndpoint(input: { ${endpointInput()} }) { id }`;
    return { call, action: 'webhook_endpoint.create', before: null, after: endpointShown() };
  },
  async updateWebhookEndpoint() {
    const call = `updateWebhookEndpoint(id: "${await webhookEndpoint()}", input: { status: disabled }) { id }`;
    return { call, action: 'webhook_endpoint.update', before: { status: 'enabled' }, after: { status: 'disabled' } };
  },
  async deleteWebhookEndpoint() {
    const call = `deleteWebhookEndpoint(id: "${await webhookEndpoint()}") { id }`;
    return { call, action: 'webhook_endpoint.delete', before: endpointShown(), after: null };
  },
  async rotateWebhookEndpointSecret() {
    const call = `rotateWebhookEndpointSecret(id: "${await webhookEndpoint()}") { id }`;
    return { call, action: 'webhook_endpoint.rotate_secret', before: null, after: null };
  },
  async testWebhookEndpoint() {
    const call = `testWebhookEndpoint(id: "${await webhookEndpoint()}") { eventId }`;
    return { call, action: 'webhook_endpoint.test', before: null, after: null };
  },
  async resendWebhookEvents() {
    const from = '2026-01-01T00:00:00.000Z';
    const call = `resendWebhookEvents(id: "${await webhookEndpoint()}", input: { from: "${from}" }) { queued }`;
    return { call, action: 'webhook_endpoint.resend', before: null, after: { from } };
  },
  async updatePaymentMethod() {
    const call = `updatePaymentMethod(id: "${await lender.paymentMethod()}", input: { nickname: "blue" }) { id }`;
    return { call, action: 'payment_method.update', before: { nickname: null }, after: { nickname: something } };
  },
  async deactivatePaymentMethod() {
    const call = `deactivatePaymentMethod(id: "${await lender.paymentMethod()}") { id }`;
    return { call, action: 'payment_method.deactivate', before: { is_active: true }, after: { is_active: false } };
  },
  async createAutopaySchedule() {
    const call = `createAutopaySchedule(${await newSchedule()}) { schedule { id } }`;
    return { call, action: 'autopay_schedule.create', before: null, after: { amount_cents: 5_000 } };
  },
  async updateAutopaySchedule() {
    const call = `updateAutopaySchedule(id: "${await schedule()}", input: { amountCents: 6000 }) { id }`;
    const [before, after] = [{ amount_cents: 5_000 }, { amount_cents: 6_000 }];
    return { call, action: 'autopay_schedule.update', before, after };
  },
  async cancelAutopaySchedule() {
    const call = `cancelAutopaySchedule(id: "${await schedule()}") { id }`;
    return { call, action: 'autopay_schedule.cancel', before: { status: 'active' }, after: { status: 'cancelled' } };
  },
  async createEmailTemplate() {
    const call = `createEmailTemplate(input: { workspaceId: "${mail.workspaceId}", name: "n", subjectTemplate: "s" }) { id }`;
    return { call, action: 'email_template.create', before: null, after: { name: 'n', subject_template: 's' } };
  },
  async updateEmailTemplate() {
    const call = `updateEmailTemplate(id: "${mail.templateId}", input: { name: "Other" }) { id }`;
    return { call, action: 'email_template.update', before: { name: 'Reminder' }, after: { name: 'Other' } };
  },
  async createWorkspaceMergeField() {
    const call = `createWorkspaceMergeField(input:
      { workspaceId: "${mail.workspaceId}", placeholder: "town", name: "Town", value: "v" }) { id }`;
    return { call, action: 'merge_field.create', before: null, after: { placeholder: 'town', value: 'v' } };
  },
  async updateWorkspaceMergeField() {
    const call = `updateWorkspaceMergeField(id: "${mail.mergeFieldId}", input: { value: "w" }) { id }`;
    return { call, action: 'merge_field.update', before: { value: lender.organizationId }, after: { value: 'w' } };
  },
  async createWorkspaceAsset() {
    const call = `createWorkspaceAsset(input:
      { workspaceId: "${mail.workspaceId}", placeholder: "seal", name: "Seal" }) { id }`;
    return { call, action: 'asset.create', before: null, after: { placeholder: 'seal' } };
  },
  async updateWorkspaceAsset() {
    const call = `updateWorkspaceAsset(id: "${mail.assetId}", input: { name: "Sign" }) { id }`;
    return { call, action: 'asset.update', before: { name: 'Logo' }, after: { name: 'Sign' } };
  },
  async registerCampaign() {
    const call = `registerCampaign(input:
      { workspaceId: "${mail.workspaceId}", name: "n", provider: mailgun, identifiers: ["spring"] }) { id }`;
    return { call, action: 'campaign.register', before: null, after: { identifiers: ['spring'] } };
  },
  async updateCampaign() {
    const call = `updateCampaign(id: "${mail.campaignId}", input: { name: "Winter" }) { id }`;
    return { call, action: 'campaign.update', before: { name: 'Autumn' }, after: { name: 'Winter' } };
  },
  async releaseCampaignIdentifier() {
    const call = `releaseCampaignIdentifier(provider: sendgrid, identifier: "${mail.campaignId}") { id }`;
    const [before, after] = [{ identifiers: [mail.campaignId] }, { provider: 'sendgrid', identifiers: [] }];
    return { call, action: 'campaign.release', before, after };
  },
  async createWebhookAddress() {
    const call = `createWebhookAddress(input: { organizationId: "${lender.organizationId}", provider: generic, name: "n" }) { secret }`;
    const after = { organization_id: lender.organizationId, provider: 'generic', name: 'n' };
    return { call, action: 'webhook_address.create', before: null, after };
  },
  async endWebhookAddress() {
    const made = await operator(
      `mutation { createWebhookAddress(input: { organizationId: "${lender.organizationId}", provider: postmark, name: "n" }) { address { id } } }`,
    );
    const call = `endWebhookAddress(id: "${made.json.data.createWebhookAddress.address.id}") { id }`;
    return { call, action: 'webhook_address.end', before: { ended_at: null }, after: { ended_at: something } };
  },
  async approveCampaignIdentifier() {
    const { campaignId } = await populateMessaging(instance.resources.pool, lender);
    const call = `approveCampaignIdentifier(organizationId: "${lender.organizationId}", provider: sendgrid, identifier: "${campaignId}") { id }`;
    return { call, action: 'campaign.approve', before: { approved_by: null }, after: { approved_by: 'ola' } };
  },
  async correctPerson() {
    const id = await lender.person('Bea Bowrorer');
    await lender.coBorrower(await lender.ledgerAccount(), id);
    const call = `correctPerson(id: "${id}", input: { displayName: "Bea Borrower" }) { replayed }`;
    const digest = expect.stringMatching(/^[0-9a-f.]+$/);
    return { call, action: 'person.correct', before: { display_name: digest }, after: { display_name: digest } };
  },
  async setAccountFlag() {
    const accountId = await lender.ledgerAccount();
    const call = `setAccountFlag(accountId: "${accountId}", input: { kind: scra, reason: "orders" }) { replayed }`;
    const after = { account_id: accountId, kind: 'scra', reason: IN_ITS_ROW, effective_until: null };
    return { call, action: 'account_flag.set', before: null, after };
  },
  async liftAccountFlag() {
    const id = await flagOn(await lender.ledgerAccount());
    const call = `liftAccountFlag(id: "${id}", reason: "by mistake") { state }`;
    return { call, action: 'account_flag.lift', before: { kind: 'scra' }, after: { kind: 'scra', reason: IN_ITS_ROW } };
  },
  async changeAccountFlagRule() {
    const { organizationId } = await instance.lender('Flag Finance');
    const call = `changeAccountFlagRule(organizationId: "${organizationId}", input: { kind: scra, stops: [charges] }) { kind }`;
    const before = { kind: 'scra', stops: [] };
    return { call, action: 'account_flag_rule.change', before, after: { kind: 'scra', stops: ['charges'] } };
  },
  async setActLimit() {
    const limit = '{ role: agent, act: reversal, amountCents: 5000 }';
    const call = `setActLimit(organizationId: "${lender.organizationId}", input: ${limit}) { act }`;
    return { call, action: 'act_limit.set', before: { amount_cents: null }, after: { amount_cents: 5_000 } };
  },
  async approveRequest() {
    const { id, after } = await approvalAskedBy('ann');
    const call = `approveRequest(id: "${id}") { id }`;
    return { call, action: 'approval_request.approve', before: null, after: { ...after, approved_by: 'ola' } };
  },
  async rejectRequest() {
    const { id, after } = await approvalAskedBy('ann');
    const call = `rejectRequest(id: "${id}", reason: "too much") { id }`;
    const rejected = { ...after, rejected_by: 'ola', reason: IN_ITS_ROW };
    return { call, action: 'approval_request.reject', before: null, after: rejected };
  },
  async withdrawRequest() {
    const { id, after } = await approvalAskedBy('ola');
    return { call: `withdrawRequest(id: "${id}") { id }`, action: 'approval_request.withdraw', before: null, after };
  },
  async takeNextCollectionLoan() {
    const { organizationId } = await lenderWithLateLoan('Next Finance');
    const call = `takeNextCollectionLoan(organizationId: "${organizationId}") { accountId }`;
    return { call, action: 'collection.take', before: null, after: { taken_by: 'ola', taken_until: something } };
  },
  async takeCollectionLoan() {
    const { loan } = await lenderWithLateLoan('Take Finance');
    const call = `takeCollectionLoan(accountId: "${loan}") { accountId }`;
    return { call, action: 'collection.take', before: null, after: { taken_by: 'ola', taken_until: something } };
  },
  async releaseCollectionLoan() {
    const { loan } = await lenderWithLateLoan('Release Finance');
    await operator(`mutation { takeCollectionLoan(accountId: "${loan}") { accountId } }`);
    const call = `releaseCollectionLoan(accountId: "${loan}", skipReason: no_answer) { accountId }`;
    return {
      call,
      action: 'collection.skip',
      before: null,
      after: { follow_up_on: something, skip_reason: 'no_answer' },
    };
  },
  async assignCollectionLoan() {
    const call = `assignCollectionLoan(accountId: "${await lender.ledgerAccount()}", operator: "ann") { accountId }`;
    await operatorToken(instance.resources, { subject: 'ann', role: 'agent' });
    return { call, action: 'collection.assign', before: { assigned_to: null }, after: { assigned_to: 'ann' } };
  },
  async saveSharedView() {
    const call = `saveSharedView(organizationId: "${lender.organizationId}",
      input: { page: collections, name: "Saved", search: "view=mine" }) { id }`;
    const after = { page: 'collections', name: 'Saved', search: 'view=mine' };
    return { call, action: 'shared_view.save', before: null, after };
  },
  async removeSharedView() {
    const before = { page: 'collections', name: 'Removed', search: 'view=mine' };
    const save = `saveSharedView(organizationId: "${lender.organizationId}",
      input: { page: collections, name: "Removed", search: "view=mine" }) { id }`;
    const { id } = (await operator(`mutation { ${save} }`)).json.data.saveSharedView;
    return { call: `removeSharedView(id: "${id}")`, action: 'shared_view.remove', before, after: null };
  },
  async addAccountNote() {
    const accountId = await lender.ledgerAccount();
    const call = `addAccountNote(accountId: "${accountId}", input: { kind: call, text: "called" }) { replayed }`;
    const promise = { promised_cents: null, promised_on: null, promise_ends_on: null };
    const after = { account_id: accountId, kind: 'call', text: expect.stringMatching(/^[0-9a-f.]+$/), ...promise };
    return { call, action: 'account_note.add', before: null, after };
  },
  async erasePerson() {
    const { personId } = await instance.lender('Fir Credit');
    const after = { kind: 'person', erasure_id: something };
    return { call: `erasePerson(personId: "${personId}") { id }`, action: 'person.erase', before: null, after };
  },
  async eraseRecipient() {
    const call = `eraseRecipient(organizationId: "${lender.organizationId}", address: "gone@example.com") { id }`;
    return { call, action: 'recipient.erase', before: null, after: { kind: 'recipient' } };
  },
  async removeSuppression() {
    const call = `removeSuppression(workspaceId: "${mail.workspaceId}", address: "${mail.address}") { isSuppressed }`;
    const { workspaceId: workspace_id } = mail;
    const before = { workspace_id, cause: 'unsubscribe' };
    return { call, action: 'suppression.remove', before, after: { workspace_id, removed_at: something } };
  },
  async replayPoisonEvents() {
    const call = `replayPoisonEvents(ids: ["${await poisonEvent()}"]) { replayedAt }`;
    const after = { is_replayed: true, provider: 'mailgun', events: 1 };
    return { call, action: 'poison_event.replay', before: { is_replayed: false }, after };
  },
  async createWorkspace() {
    const call = `createWorkspace(input: { organizationId: "${lender.organizationId}", name: "n" }) { id }`;
    return { call, action: 'workspace.create', before: null, after: { name: 'n' } };
  },
  async createOrganization() {
    const call = 'createOrganization(input: { displayName: "d", legalName: "l" }) { id }';
    return { call, action: 'organization.create', before: null, after: { display_name: 'd' } };
  },
  async updateOrganization() {
    const { organizationId } = await instance.lender('Cedar Finance');
    const call = `updateOrganization(id: "${organizationId}", input: { displayName: "Cedar" }) { id }`;
    const before = { display_name: 'Cedar Finance' };
    return { call, action: 'organization.update', before, after: { display_name: 'Cedar' } };
  },
  async resolveOperatorException() {
    const id = await populateException(instance.resources.pool, lender);
    const call = `resolveOperatorException(id: "${id}", resolution: "done") { id }`;
    const after = { resolution: IN_ITS_ROW, resolved_at: something };
    return { call, action: 'operator_exception.resolve', before: { resolved_at: null }, after };
  },
  async postponeOperatorException() {
    const id = await populateException(instance.resources.pool, lender);
    const until = addDays(servicingDate(systemClock.now()), 2);
    const call = `postponeOperatorException(id: "${id}", until: "${until}", reason: "the bank answers then") { id }`;
    const after = { waits_until: until, reason: IN_ITS_ROW };
    return { call, action: 'operator_exception.postpone', before: { waits_until: null }, after };
  },
  async releaseAutopayRun() {
    const after = { status: 'retrying' };
    return {
      call: `releaseAutopayRun(id: "${await heldRun()}") { id }`,
      action: 'autopay_run.release',
      before: HELD,
      after,
    };
  },
  async cancelAutopayRun() {
    const after = { status: 'failed' };
    return {
      call: `cancelAutopayRun(id: "${await heldRun()}") { id }`,
      action: 'autopay_run.cancel',
      before: HELD,
      after,
    };
  },
  async retryAutopayRun() {
    const { scheduleId } = await populateAutopay(instance.resources.pool, lender, await lender.ledgerAccount());
    const { rows } = await instance.resources.pool.query<{ id: string; next_try_on: string; attempts: number }>(
      `update autopay_run r set due_on = current_date - 1, next_try_on = current_date + 2 from autopay_schedule s
        where s.id = r.schedule_id and r.schedule_id = $1 and r.status = 'retrying'
       returning r.id, r.next_try_on::text, (select count(*)::int from autopay_attempt t where t.run_id = r.id) as attempts`,
      [scheduleId],
    );
    const [run] = rows;
    // The schedule's other runs are not open.
    await instance.resources.pool.query(
      "update autopay_run set status = 'failed' where schedule_id = $1 and status <> 'retrying'",
      [scheduleId],
    );
    return {
      call: `retryAutopayRun(id: "${run?.id}", attemptsSeen: ${run?.attempts}) { id }`,
      action: 'autopay_run.retry',
      before: { next_try_on: run?.next_try_on },
      after: { next_try_on: servicingDate(systemClock.now()) },
    };
  },
  async chargeOnce() {
    const authorized = `authorizerId: "${lender.personId}", authorizedOn: "2026-01-05", authorizationMethod: phone`;
    const input = `{ paymentMethodId: "${await lender.paymentMethod()}", amountCents: 700, ${authorized} }`;
    return {
      call: `chargeOnce(accountId: "${await lender.ledgerAccount()}", idempotencyKey: "once", input: ${input}) { id }`,
      action: 'autopay_run.charge_once',
      before: null,
      after: { amount_cents: 700, authorization_method: 'phone' },
    };
  },
  async postTieOutDifference() {
    const { id, factsVersion } = await differenceOf('posting_missing');
    const call = `postTieOutDifference(id: "${id}", factsVersion: "${factsVersion}", reason: "lost there") { id }`;
    const after = { amount_cents: 1_000, reason: IN_ITS_ROW };
    return { call, action: 'tie_out_difference.post', before: { kind: 'posting_missing' }, after };
  },
  async reverseTieOutDifference() {
    const { id, factsVersion } = await differenceOf('reversed_there');
    const call = `reverseTieOutDifference(id: "${id}", factsVersion: "${factsVersion}", reason: "bounced") { id }`;
    const after = { amount_cents: 1_000, reason: IN_ITS_ROW };
    return { call, action: 'tie_out_difference.reverse', before: { kind: 'reversed_there' }, after };
  },
  async retryJob() {
    const call = `retryJob(id: "${await populateFailedJob(instance.resources.pool)}") { id }`;
    return { call, action: 'job.retry', before: { attempts: 1 }, after: { attempts: 0 } };
  },
  async createApiKey() {
    const call = `createApiKey(input:
      { name: "till", organizationIds: ["${lender.organizationId}"], scopes: ["accounts:read"] }) { key { prefix } }`;
    return { call, action: 'api_key.create', before: null, after: { name: 'till', scopes: ['accounts:read'] } };
  },
  async rotateApiKey() {
    const { prefix } = await lender.key();
    return {
      call: `rotateApiKey(prefix: "${prefix}") { key { prefix } }`,
      ...{ action: 'api_key.rotate', before: { prefix }, after: { expires_at: null } },
    };
  },
  async revokeApiKey() {
    const call = `revokeApiKey(prefix: "${(await lender.key()).prefix}") { prefix }`;
    return { call, action: 'api_key.revoke', before: { revoked_at: null }, after: { revoked_at: something } };
  },
  async revokeOperatorToken() {
    await operatorToken(instance.resources, { subject: 'pia', role: 'viewer' });
    const { rows } = await instance.resources.pool.query("select id from operator_token where name = 'pia'");
    const call = `revokeOperatorToken(id: "${rows[0].id}") { id }`;
    return { call, action: 'operator_token.revoke', before: { revoked_at: null }, after: { revoked_at: something } };
  },
  async addOperator() {
    const email = `${newId().toLowerCase()}@example.com`;
    const call = `addOperator(input: { name: "Pat", email: "${email}", role: agent }) { id }`;
    return { call, action: 'operator.add', before: null, after: { name: 'Pat', email, role: 'agent' } };
  },
  async changeOperator() {
    const call = `changeOperator(id: "${await populateOperator(instance.resources.pool)}", input: { role: viewer }) { id }`;
    return { call, action: 'operator.change', before: { role: 'agent' }, after: { role: 'viewer' } };
  },
  async disableOperator() {
    const call = `disableOperator(id: "${await populateOperator(instance.resources.pool)}") { id }`;
    return { call, action: 'operator.disable', before: { disabled_at: null }, after: { disabled_at: something } };
  },
  async enableOperator() {
    const id = await populateOperator(instance.resources.pool);
    await instance.resources.pool.query('update operator set disabled_at = now() where id = $1', [id]);
    const call = `enableOperator(id: "${id}") { id }`;
    return { call, action: 'operator.enable', before: { disabled_at: something }, after: { disabled_at: null } };
  },
  async endOperatorSessions() {
    const call = `endOperatorSessions(id: "${await populateOperator(instance.resources.pool)}") { id }`;
    return { call, action: 'operator.end_sessions', before: null, after: { sessions: 0 } };
  },
  async bookLedgerLoan() {
    const call = `bookLedgerLoan(idempotencyKey: "${randomUUID()}", ${newLoan()}) { replayed }`;
    const after = { loan_number: something, term_months: 12, borrowers: something };
    return { call, action: 'ledger_loan.book', before: null, after };
  },
  async disburseLedgerLoan() {
    const booked = await operator(
      `mutation { bookLedgerLoan(idempotencyKey: "${randomUUID()}", ${newLoan()}) { account { id } } }`,
    );
    const { id } = booked.json.data.bookLedgerLoan.account;
    const call = `disburseLedgerLoan(accountId: "${id}", idempotencyKey: "${randomUUID()}") { replayed }`;
    return { call, action: 'ledger_loan.disbursement', before: null, after: { operation_id: something } };
  },
  async waiveOnLedgerLoan() {
    const account = await lender.ledgerAccount();
    await operator(onLoan('adjustLedgerLoan', account, 'input: { feesCents: 2, reason: "r" }', 'mutation'));
    const call = onLoan('waiveOnLedgerLoan', account, 'input: { component: fees, amountCents: 1, reason: "r" }');
    return { call, action: 'ledger_loan.waiver', before: null, after: { component: 'fees', amount_cents: 1 } };
  },
  async adjustLedgerLoan() {
    const input = 'input: { principalCents: -1, reason: "r" }';
    const call = onLoan('adjustLedgerLoan', await lender.ledgerAccount(), input);
    return { call, action: 'ledger_loan.adjustment', before: null, after: { principal_cents: -1, reason: IN_ITS_ROW } };
  },
  async chargeOffLedgerLoan() {
    const call = onLoan('chargeOffLedgerLoan', await lender.ledgerAccount(), 'reason: "r"');
    return { call, action: 'ledger_loan.charge_off', before: null, after: { reason: IN_ITS_ROW } };
  },
  async undoLedgerChargeOff() {
    const account = await lender.ledgerAccount();
    await operator(onLoan('chargeOffLedgerLoan', account, 'reason: "r"', 'mutation'));
    const call = onLoan('undoLedgerChargeOff', account, 'reason: "s"');
    return { call, action: 'ledger_loan.charge_off_reversal', before: null, after: { reason: IN_ITS_ROW } };
  },
  async closeLedgerLoan() {
    const account = await lender.ledgerAccount(10_000);
    await (await lender.api()).record(account, { amount_cents: 10_000 });
    const call = onLoan('closeLedgerLoan', account, '');
    return { call, action: 'ledger_loan.closing', before: null, after: { operation_id: something } };
  },
  async abandonLedgerBoarding() {
    const { id } = await receiveOnly(instance.resources, lender.organizationId, csv({ ...LOAN, loan_number: newId() }));
    const call = `abandonLedgerBoarding(id: "${id}", idempotencyKey: "${randomUUID()}") { replayed }`;
    return {
      call,
      action: 'ledger_boarding.abandon',
      before: { status: 'received' },
      after: { status: 'abandoned' },
    };
  },
  async createLedgerProduct() {
    const call = `createLedgerProduct(idempotencyKey: "${randomUUID()}", input: { code: "${newId()}", name: "n", organizationId: "${lender.organizationId}" }) { replayed }`;
    return { call, action: 'ledger_product.create', before: null, after: { name: 'n' } };
  },
  async reviseLedgerProduct() {
    const id = await ledgerProduct(await lender.api());
    const call = `reviseLedgerProduct(id: "${id}", idempotencyKey: "${randomUUID()}", input: { lateFeeCents: 5 }) { replayed }`;
    return { call, action: 'ledger_product.revise', before: something, after: { late_fee_cents: 5 } };
  },
  async advanceTestClock() {
    const { organizationId } = await instance.lender('Try', { isSandbox: true });
    const call = `advanceTestClock(idempotencyKey: "${randomUUID()}", input: { organizationId: "${organizationId}", days: 1 }) { replayed }`;
    return { call, action: 'test_clock.advance', before: something, after: something };
  },
  async stopTestClock() {
    const { organizationId } = await instance.lender('Try', { isSandbox: true });
    await instance.resources.pool.query(
      `update test_clock set is_advancing = true, to_day = current_date + 1 where organization_id = $1`,
      [organizationId],
    );
    const call = `stopTestClock(organizationId: "${organizationId}") { status }`;
    return { call, action: 'test_clock.stop', before: something, after: something };
  },
  async updateLedgerProduct() {
    const id = await ledgerProduct(await lender.api());
    const call = `updateLedgerProduct(id: "${id}", input: { name: "m" }) { id }`;
    return { call, action: 'ledger_product.update', before: { name: 'Plain loan' }, after: { name: 'm' } };
  },
  async addLoanSystem() {
    const before = { base_url: 'http://core.test', is_active: false, secret_env: SECRET };
    const after = { base_url: 'http://other.test', is_active: true, secret_env: SECRET };
    await operator(`mutation { removeLoanSystem(code: "${await loanSystem()}") { problems } }`);
    return { call: adding('http://other.test'), action: 'loan_system.add', before, after };
  },
  async removeLoanSystem() {
    const call = `removeLoanSystem(code: "${await loanSystem()}", force: true) { problems }`;
    const before = { is_active: true, settings: { tenant: 't' }, secret_env: SECRET };
    return { call, action: 'loan_system.remove', before, after: { is_active: false } };
  },
  async replayProcessorEvent() {
    const id = newId();
    await instance.resources.pool.query(
      `insert into processor_event (id, processor, external_id, type, about_kind, about_id, source, status, outcome)
       values ($1, 'sandbox', $1, 'charge.refunded', 'charge', 'ch_1', 'told', 'done', 'reversed')`,
      [id],
    );
    const before = { status: 'done', outcome: 'reversed' };
    const call = `replayProcessorEvent(id: "${id}") { id }`;
    return { call, action: 'processor_event.replay', before, after: { status: 'received', event: id } };
  },
  async startRecovery() {
    const { organizationId } = await instance.lender('Oak Lending');
    const since = new Date(Date.now() - 60_000).toISOString();
    const call = `startRecovery(since: "${since}", organizationId: "${organizationId}") { since }`;
    return { call, action: 'recovery.start', before: { recovering_since: null }, after: { recovering_since: since } };
  },
  async endRecovery() {
    const { organizationId } = await instance.lender('Elm Lending');
    const since = new Date(Date.now() - 60_000).toISOString();
    await instance.resources.pool.query('update organization set recovering_since = $2 where id = $1', [
      organizationId,
      since,
    ]);
    const call = `endRecovery(organizationId: "${organizationId}") { since }`;
    return { call, action: 'recovery.end', before: { recovering_since: since }, after: { recovering_since: null } };
  },
  async confirmPostingsRead() {
    const { organizationId } = await instance.lender('Ash Lending');
    const since = new Date(Date.now() - 60_000).toISOString();
    const { pool } = instance.resources;
    await pool.query('update organization set recovering_since = $2 where id = $1', [organizationId, since]);
    await pool.query(
      `insert into loan_system (code, kind, base_url, organization_id)
       values ('unread', 'unsearchable', 'https://unread.test/api', $1)`,
      [organizationId],
    );
    const call = 'confirmPostingsRead(code: "unread") { problems }';
    return { call, action: 'recovery.confirm_read', before: {}, after: { since } };
  },
  async syncLoanSystem() {
    const call = `syncLoanSystem(code: "${await loanSystem()}", mode: full) { problems }`;
    return { call, action: 'loan_system.sync', before: { synced_through: null }, after: { mode: 'full' } };
  },
};

/**
 * Calls without an organization in these tests: a token or a person for all organizations, a job, and events that no organization
 * owns yet.
 */
const ABOVE = [
  ...['operator_token.revoke', 'poison_event.replay', 'processor_event.replay', 'job.retry'],
  ...['operator.add', 'operator.change', 'operator.disable', 'operator.enable', 'operator.end_sessions'],
];

/** How many entries of this action an admin of one organization sees. */
async function seenBy(organizationId: string, action: string): Promise<readonly string[]> {
  const admin = { subject: 'lee', role: 'admin', organizationIds: [organizationId] } as const;
  const ask = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, admin));
  const { json } = await ask(`{ auditLog(action: "${action}", limit: 1000) { items { id } } }`);
  return json.data.auditLog.items.map(({ id }: { id: string }) => id);
}

/** Mutations without an audit entry, and why. */
const UNAUDITED: Readonly<Record<string, string>> = {
  acceptWebhook: 'an email provider’s call, stored as received; an operator has no reason to send one',
  beginCardCapture: 'refused except through the secure host, which accepts no operators',
  completeCardCapture: 'the same',
  declineCardCapture: 'the same',
  releaseCardCapture: 'the same',
  takeProcessorEvent: 'the same',
};

const FIELDS = Object.keys(apiSchema('gateway/supergraph.graphql').getMutationType()?.getFields() ?? {});

describe('an operator’s changes are audited, with the operator, the request and what changed', () => {
  it('every mutation is called below, or has a reason for no entry', () => {
    expect([...Object.keys(ACTS), ...Object.keys(UNAUDITED)].sort()).toEqual([...FIELDS].sort());
  });

  it.each(Object.entries(ACTS))('%s', async (_, prepared) => {
    const { call, action, before, after } = await prepared();
    const answer = await operator(`mutation { ${call} }`);
    expect(answer.json).toEqual({ data: expect.anything() });
    const { rows } = await instance.resources.pool.query(
      `select id, actor, actor_kind, issuer, action, before, after, organization_id from audit_log
        where request_id = $1 and action not in ('loan_system.try', 'contact_data.read')`,
      [answer.headers.get('x-request-id')],
    );
    const who = { actor: 'ola', actor_kind: 'operator', issuer: expect.stringMatching(/^http/) };
    expect(rows).toMatchObject([{ ...who, action, before, after }]);
    const [{ id, organization_id }] = rows;
    if (ABOVE.includes(action)) expect(organization_id).toBeNull();
    else {
      expect(await seenBy(organization_id, action)).toContain(id);
      expect(await seenBy(outsider.organizationId, action)).not.toContain(id);
    }
  });

  it('for a key of two organizations, each one’s admins see their own part, not the other organization', async () => {
    const both = [lender.organizationId, outsider.organizationId];
    const answer = await operator(
      `mutation { createApiKey(input: { name: "two", organizationIds: ${JSON.stringify(both)}, scopes: ["accounts:read"] }) { key { prefix } } }`,
    );
    const { rows } = await instance.resources.pool.query(
      'select organization_id, after from audit_log where request_id = $1',
      [answer.headers.get('x-request-id')],
    );
    expect(rows.map(({ organization_id }) => organization_id).sort()).toEqual([...both].sort());
    for (const { organization_id, after } of rows) expect(after.organization_ids).toEqual([organization_id]);
  });

  it('a lender’s admin does not see entries above organizations or of other organizations', async () => {
    const subject = `admin-${randomUUID()}`;
    const token = await operatorToken(instance.resources, {
      ...{ subject, role: 'admin', organizationIds: [lender.organizationId] },
    });
    const ask = graphClient(instance.graphqlUrl, token);
    const { items } = (await ask('{ auditLog(limit: 1000) { items { organizationId } } }')).json.data.auditLog;
    expect(new Set(items.map(({ organizationId }: any) => organizationId))).toEqual(new Set([lender.organizationId]));
    const foreign = await ask(`{ auditLog(organizationId: "${outsider.organizationId}") { items { id } } }`);
    expect(foreign.json.errors[0].extensions.code).toBe('organization_out_of_scope');
    const everything = (await operator('{ auditLog(limit: 1000) { items { organizationId } } }')).json.data.auditLog;
    expect(everything.items.some(({ organizationId }: any) => organizationId === null)).toBe(true);
  });

  it('a replay changes nothing and writes no second entry', async () => {
    const { call } = (await ACTS['recordPayment']?.()) ?? { call: '' };
    await operator(`mutation { ${call} }`);
    const again = await operator(`mutation { ${call} }`);
    const { rows } = await instance.resources.pool.query('select 1 from audit_log where request_id = $1', [
      again.headers.get('x-request-id'),
    ]);
    expect(rows).toEqual([]);
  });

  it('an integrator’s changes with a key are not audited: their rows name the key', async () => {
    const { call } = (await ACTS['recordPayment']?.()) ?? { call: '' };
    const integrator = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
    const answer = await integrator(`mutation { ${call} }`);
    expect(answer.json.data.recordPayment.payment.id).toBeDefined();
    const { rows } = await instance.resources.pool.query('select 1 from audit_log where request_id = $1', [
      answer.headers.get('x-request-id'),
    ]);
    expect(rows).toEqual([]);
  });
});

const SECRET = { password: 'LOAN_SYSTEM_SECRET_SCRIPTED' };

const onLoan = (mutation: string, account: string, more: string, kind = '') => {
  const call = `${mutation}(accountId: "${account}", idempotencyKey: "${randomUUID()}" ${more}) { replayed }`;
  return kind === '' ? call : `${kind} { ${call} }`;
};

const newLoan = () => {
  const today = servicingDate(instance.resources.clock.now());
  return `input: { organizationId: "${lender.organizationId}", loanNumber: "${randomUUID()}",
    borrowers: [{ role: primary, displayName: "Jordan" }], originatedOn: "${today}", firstDueOn: "${addDays(today, 30)}",
    originalPrincipalCents: 100000, annualRate: "12", termMonths: 12 }`;
};

const adding = (baseUrl: string) => `addLoanSystem(input: { code: "core", kind: "core", baseUrl: "${baseUrl}",
  organizationId: "${lender.organizationId}", settings: [{ name: "tenant", value: "t" }],
  secrets: [{ name: "password", value: "LOAN_SYSTEM_SECRET_SCRIPTED" }] }) { problems }`;

/** The only remote loan system, in use, as it was first added. */
async function loanSystem(): Promise<string> {
  await operator('mutation { removeLoanSystem(code: "core", force: true) { problems } }');
  const added = await operator(`mutation { ${adding('http://core.test')} }`);
  if (added.json.data.addLoanSystem.problems.length > 0) throw new Error(added.text);
  return 'core';
}

async function newSchedule(): Promise<string> {
  return `input: { accountId: "${await lender.ledgerAccount()}", paymentMethodId: "${await lender.paymentMethod()}",
    amountCents: 5000, frequencyUnit: month, frequencyInterval: 1, startDate: "2099-01-31" }`;
}

async function schedule(): Promise<string> {
  const made = await operator(`mutation { createAutopaySchedule(${await newSchedule()}) { schedule { id } } }`);
  return made.json.data.createAutopaySchedule.schedule.id;
}

/** An event set aside as a whole: its campaign is not registered. */
async function poisonEvent(): Promise<string> {
  const id = newId();
  const event = { providerEventId: randomUUID(), type: 'open', recipient: 'ada@example.com', identifiers: ['x'] };
  const setAside = {
    source: null,
    isSigned: true,
    organizationIds: [],
    event: { ...event, occurredAt: '2026-01-10T12:00:00Z' },
  };
  await instance.resources.pool.query(
    "insert into poison_event (id, provider, event, error, attempts) values ($1, 'mailgun', $2, 'e', 1)",
    [id, JSON.stringify(setAside)],
  );
  return id;
}

const endpointInput = () =>
  `url: "https://receiver.invalid/", types: ["payment.*"], organizationIds: ["${lender.organizationId}"]`;
const endpointShown = () => ({
  url: 'https://receiver.invalid/',
  description: null,
  types: ['payment.*'],
  organization_ids: [lender.organizationId],
  status: 'enabled',
});

async function webhookEndpoint(): Promise<string> {
  const made = await operator(`mutation { createWebhookEndpoint(input: { ${endpointInput()} }) { id } }`);
  return made.json.data.createWebhookEndpoint.id;
}
