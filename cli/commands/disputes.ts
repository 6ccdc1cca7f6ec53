import { withService } from '../../runtime/assembly/command-services.js';
import type { DisputeRow } from '../../subgraphs/payments/disputes/dispute/dispute.reads.store.js';
import { refusals } from '../command-error.js';
import { reader } from '../command-line-principal.js';
import { group, listed, members, table, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { onlyOrganization } from '../shared-options.js';

const MOST = 1_000;

/** `disputes …`: card charges that borrowers' banks dispute. */
export const disputesCommands = group('disputes of autopay charges: list, show', {
  list: withAnswer(
    'list disputes, latest opened first; the newest 1000',
    [
      onlyOrganization('only disputes of this organization'),
      option('--account <id>', 'only disputes of charges for this account', { as: 'accountId' }),
    ],
    async (filters) => {
      const { items } = await withService('disputes', (service) => service.list(reader(), { limit: MOST, ...filters }));
      const columns = {
        ID: 'id',
        ORGANIZATION: 'organizationId',
        STATUS: 'status',
        REASON: 'reason',
        CENTS: 'amountCents',
        'EVIDENCE DUE': ({ evidenceDueBy }: DisputeRow) => evidenceDueBy ?? '-',
        OPENED: 'openedAt',
      } as const;
      return listed('disputes', items, columns, { as: document });
    },
  ),
  show: withAnswer(
    'show one dispute, and what happened to the posting of its charge',
    [operand('<id>', 'the dispute’s id, from `list`')],
    async ({ id }) => {
      const { dispute, corrections } = await withService('disputes', async (service) => {
        const found = await service.one(reader(), id);
        const [done = []] = found.runId === null ? [] : await service.corrections(reader(), [found.runId]);
        return { dispute: document(found), corrections: done };
      }).catch(refusals({ dispute_not_found: `there is no dispute ${id}` }));
      const facts = Object.entries(dispute).map(([name, value]) => [name, String(value ?? '-')]);
      const done = corrections.map(({ kind, reason, status, failureCode }) => [
        kind,
        [reason, status, failureCode].filter((word) => word !== null).join(' '),
      ]);
      const shown = corrections.map((one) =>
        members(one, 'id kind reason cause status failure_code created_at settled_at'),
      );
      return { document: { ...dispute, corrections: shown }, text: table(['WHAT', ''], [...facts, ...done]) };
    },
  ),
});

function document(dispute: DisputeRow) {
  return members(
    dispute,
    'id organization_id run_id account_id processor external_id charge_external_id status reason amount_cents is_withdrawn evidence_due_by opened_at closed_at',
  );
}
