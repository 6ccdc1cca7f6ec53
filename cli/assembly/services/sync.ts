import type { AddedSystems } from '../../../connectors/loan-systems/added/added-systems.js';
import { ownPostings } from '../../../subgraphs/payments/autopay-run/own-postings.store.js';
import { SystemSync } from '../../../subgraphs/servicing/sync/system-sync.js';
import type { Session } from '../../session.js';
import { sessionSource } from '../session-source.js';

/** What the worker syncs loan systems by, for a command. */
export function systemSyncOf(session: Session, added: AddedSystems): SystemSync {
  return new SystemSync({ ...sessionSource(session, added), ownPostings });
}
