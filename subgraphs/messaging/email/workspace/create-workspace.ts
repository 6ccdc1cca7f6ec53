import { z } from 'zod';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { composed, plainName } from '../../../../core/contract/stored-text.js';
import { text } from '../../../../core/contract/text.js';
import { invalid } from '../../../../core/errors/problem.js';
import { newId } from '../../../../core/ids/ids.js';
import { type Principal, requireRole } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { insertWorkspace, type WorkspaceRow } from './workspace.store.js';

export interface NewWorkspace {
  readonly organizationId: string;
  readonly name: string;
}

const newWorkspace = z.object({
  organizationId: text({ maximum: 100 }),
  name: plainName({ minimum: 1, maximum: 200 }),
});

/**
 * Creates a workspace in an organization in the admin's scope.
 *
 * @throws {Problem} `insufficient_scope`; `validation_failed`, also for an organization that does not exist or is out
 * of scope.
 */
export async function createWorkspace(
  { db, clock }: Pick<ServiceParts, 'db' | 'clock'>,
  principal: Principal,
  request: NewWorkspace,
): Promise<WorkspaceRow> {
  requireRole(principal, 'admin');
  const body = checkedBody(newWorkspace, request);
  return db.transaction(async (tx) => {
    const id = newId(clock.now().epochMilliseconds);
    const made = await insertWorkspace(tx.models(principal), { ...body, name: composed(body.name), id });
    if (made === undefined) throw unknownOrganization(body.organizationId);
    const { organizationId } = made;
    const after = { organization_id: organizationId, name: made.name };
    await recordAudit(tx, clock, principal, { action: 'workspace.create', subject: made.id, organizationId, after });
    return made;
  });
}

function unknownOrganization(input: string) {
  const msg = 'Value error, there is no such organization';
  return invalid([{ loc: ['body', 'organizationId'], msg, type: 'value_error', input }]);
}
