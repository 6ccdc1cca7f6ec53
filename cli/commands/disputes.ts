import type { Command } from 'commander';
import { Problem } from '../../core/errors/problem.js';
import { disputesOf } from '../../runtime/assembly/services/disputes.js';
import { withSession } from '../../runtime/command-session.js';
import type { DisputeRow } from '../../subgraphs/payments/disputes/dispute/dispute.reads.store.js';
import type { DisputeService } from '../../subgraphs/payments/disputes/dispute/dispute.service.js';
import { CommandError } from '../command-error.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { reader } from '../reader-principal.js';

const MOST = 1_000;

/** `disputes …`: card charges that borrowers' banks dispute. */
export function registerDisputes(program: Command): void {
  const disputes = program.command('disputes').description('disputes of autopay charges: list, show');
  const list = disputes
    .command('list')
    .description('list disputes, latest opened first; the newest 1000')
    .option('--organization <id>', 'only disputes of this organization')
    .option('--account <id>', 'only disputes of charges for this account');
  withAnswer(list, async () => {
    const { organization: organizationId, account: accountId } = list.opts<{
      organization?: string;
      account?: string;
    }>();
    const request = {
      limit: MOST,
      ...(organizationId !== undefined && { organizationId }),
      ...(accountId !== undefined && { accountId }),
    };
    const { items } = await withSession((session) => disputesOf(session).disputes.list(reader(), request));
    const rows = items.map((dispute) => [
      ...[dispute.id, dispute.organizationId, dispute.status, dispute.reason, String(dispute.amountCents)],
      ...[dispute.evidenceDueBy ?? '-', dispute.openedAt],
    ]);
    return {
      document: { disputes: items.map(document) },
      text: table(['ID', 'ORGANIZATION', 'STATUS', 'REASON', 'CENTS', 'EVIDENCE DUE', 'OPENED'], rows),
    };
  });

  const show = disputes
    .command('show')
    .argument('<id>', 'the dispute’s id, from `list`')
    .description('show one dispute, and what happened to the posting of its charge');
  withAnswer(show, async (id = '') => {
    const { dispute, corrections } = await withSession(async (session) => {
      const { disputes: service } = disputesOf(session);
      const found = await service.one(reader(), id);
      const { runId } = found;
      const [done = []] = runId === null ? [] : await service.corrections(reader(), [runId]);
      return { dispute: found, corrections: done };
    }).catch((error: unknown) => {
      const isUnknown = error instanceof Problem && error.code === 'dispute_not_found';
      throw isUnknown ? new CommandError(`there is no dispute ${id}`) : error;
    });
    const shown = { ...document(dispute), corrections: corrections.map(correctionDocument) };
    const facts = Object.entries(document(dispute)).map(([name, value]) => [name, String(value ?? '-')]);
    const done = corrections.map(({ kind, reason, status, failureCode }) => [
      kind,
      [reason, status, failureCode].filter((word) => word !== null).join(' '),
    ]);
    return { document: shown, text: table(['WHAT', ''], [...facts, ...done]) };
  });
}

function document(dispute: DisputeRow) {
  return {
    id: dispute.id,
    organization_id: dispute.organizationId,
    run_id: dispute.runId,
    account_id: dispute.accountId,
    processor: dispute.processor,
    external_id: dispute.externalId,
    charge_external_id: dispute.chargeExternalId,
    status: dispute.status,
    reason: dispute.reason,
    amount_cents: dispute.amountCents,
    is_withdrawn: dispute.isWithdrawn,
    evidence_due_by: dispute.evidenceDueBy,
    opened_at: dispute.openedAt,
    closed_at: dispute.closedAt,
  };
}

function correctionDocument(correction: Awaited<ReturnType<DisputeService['corrections']>>[number][number]) {
  return {
    id: correction.id,
    kind: correction.kind,
    reason: correction.reason,
    cause: correction.cause,
    status: correction.status,
    failure_code: correction.failureCode,
    created_at: correction.createdAt,
    settled_at: correction.settledAt,
  };
}
