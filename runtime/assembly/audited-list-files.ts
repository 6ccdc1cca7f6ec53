import { recordSharedAct } from '../../core/audit/record.js';
import { snakeCased } from '../../core/contract/case-conversion.js';
import type { ListVariables } from '../../core/contract/exported-lists.js';
import { endWhenRevoked } from '../../core/http/front/end-stream-when-caller-revoked.js';
import { limitToOrganization } from '../../core/principal/principal.js';
import type { ListExports, OpenListFile } from '../../gateway/list-exports-interface.js';
import { chainsOf, isStillGood } from './audited-exports-letters-and-contact-reads.js';
import type { Resources } from './resources.js';

/**
 * A list as a file, recorded in the audit log: `list.export` with its filters before the first byte leaves, and
 * `list.export_ended` with its outcome and its rows. Entries are never changed, so the end is an entry of its own, with
 * the same request id; a file without one was broken off with the process. It is aborted when its caller is revoked.
 */
export function auditedListFiles(resources: Resources, exports: ListExports): OpenListFile {
  const { db, clock, logger } = resources;
  return async (list, variables, caller) => {
    const csv = await exports.csv(list, variables, caller);
    const record = async (action: string, details: object) => {
      const by = { ...limitToOrganization(caller.principal, organizationOf(variables)), requestId: caller.requestId };
      const after = { ...details, organizationIds: by.organizationIds };
      const act = { action, subject: list, organizationIds: chainsOf(by), after };
      await db.transaction((tx) => recordSharedAct(tx, clock, by, act));
    };
    try {
      await record('list.export', { filters: recorded(variables) });
    } catch (error) {
      csv.destroy();
      throw error;
    }
    return {
      csv: endWhenRevoked(csv, () => isStillGood(resources, caller.principal)),
      async ended({ isComplete, rows }) {
        const outcome = isComplete ? 'complete' : 'broken_off';
        await record('list.export_ended', { outcome, rows }).catch((error: unknown) => {
          logger.error({ err: error, list, outcome, rows }, 'the end of an export could not be recorded');
        });
      },
    };
  };
}

function organizationOf({ organizationId }: ListVariables): string | null {
  return typeof organizationId === 'string' ? organizationId : null;
}

/** The filters that were set. A searched text may be a name, and an entry is never changed: it is left out. */
function recorded(variables: ListVariables): object {
  const set = Object.entries(variables).filter(
    ([name, value]) => name !== 'organizationId' && value !== null && value !== undefined,
  );
  return snakeCased(Object.fromEntries(set.map(([name, value]) => [name, name === 'text' ? '[not recorded]' : value])));
}
