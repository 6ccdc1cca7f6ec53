import {
  closeExceptionOfSystem,
  raiseExceptionOfSystem,
} from '../../../../connectors/loan-systems/added/exception-of-loan-system.store.js';
import type { Transaction } from '../../../../core/db/database.js';
import { newId } from '../../../../core/ids/ids.js';
import { limitToOrganization } from '../../../../core/principal/principal.js';
import type { Clock } from '../../../../core/time/clock.js';
import { isoInstant } from '../../../../core/time/dates.js';
import { SYNC, type SyncedSystem } from './write-loan.js';

const ALL_READ = 'A full sync has read all contact data.';

const raiseUnread = raiseExceptionOfSystem('sync.raise_contact_data_unread', 'contact_data_unread');
const closeUnread = closeExceptionOfSystem('sync.close_contact_data_unread', 'contact_data_unread');

/** After a full pass: an exception if it could not read the contact data of some persons; otherwise it is closed. */
export async function noteContactData(
  tx: Transaction,
  clock: Clock,
  { organizationId, loanSystemCode: code }: SyncedSystem,
  unread: number,
): Promise<void> {
  const principal = limitToOrganization(SYNC, organizationId);
  if (unread > 0) {
    const raised = { id: newId(), code, detail: JSON.stringify({ unread }), closedByItself: SYNC.actor };
    await tx.many(principal, raiseUnread, raised);
    return;
  }
  const resolvedAt = isoInstant(clock.now());
  await tx.many(principal, closeUnread, { code, resolution: ALL_READ, resolvedBy: SYNC.actor, resolvedAt });
}
