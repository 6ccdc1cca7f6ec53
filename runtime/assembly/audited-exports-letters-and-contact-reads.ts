import { recordSharedAct } from '../../core/audit/record.js';
import { endWhenRevoked } from '../../core/http/front/end-stream-when-caller-revoked.js';
import { limitToOrganization, type Principal } from '../../core/principal/principal.js';
import type { RecordContactRead } from '../../gateway/record-contact-reads-plugin.js';
import type { GatewayExports } from '../../gateway/report-and-payoff-letter-handlers.js';
import type { ReportExports } from '../../rest-facade/host/report-exports-interface.js';
import { requireReportCode } from './require-report-code.js';
import type { Resources } from './resources.js';

/**
 * Every export is recorded in the audit log before its first byte leaves, in the organization's own log if it concerns
 * only one. It is aborted when its key is revoked, or its operator's token or session.
 */
export function auditedExports(resources: Resources, exports: ReportExports): ReportExports {
  const { db, clock } = resources;
  return {
    async csv(code, request, caller) {
      requireReportCode(code);
      const stream = await exports.csv(code, request, caller);
      try {
        const { organizationId, bucket, from = null, to = null } = request;
        const by = { ...limitToOrganization(caller.principal, organizationId), requestId: caller.requestId };
        const after = { from, to, ...(bucket !== undefined && { bucket }), organizationIds: by.organizationIds };
        const act = { action: 'report.export', subject: code, organizationIds: chainsOf(by), after };
        await db.transaction((tx) => recordSharedAct(tx, clock, by, act));
      } catch (error) {
        stream.destroy();
        throw error;
      }
      return endWhenRevoked(stream, () => isStillGood(resources, caller.principal));
    },
  };
}

/**
 * The same for payoff letters, which contain a borrower's name and address: recorded in the organization of the
 * account.
 */
export function auditedLetters(
  { db, clock }: Resources,
  letters: GatewayExports['payoffLetter'],
): GatewayExports['payoffLetter'] {
  return async (accountId, on, caller) => {
    const letter = await letters(accountId, on, caller);
    try {
      await db.transaction(async (tx) => {
        const where = { id: accountId };
        const { organizationId } = await tx.models(caller.principal).account.findFirstOrThrow({ where });
        const by = { ...caller.principal, requestId: caller.requestId };
        const act = { action: 'payoff_letter.export', subject: accountId, organizationIds: [organizationId] };
        await recordSharedAct(tx, clock, by, { ...act, after: { on: letter.on } });
      });
    } catch (error) {
      letter.pdf.destroy();
      throw error;
    }
    return letter;
  };
}

/**
 * Recorded in each organization of the returned persons; a read without a match is recorded above organizations. The
 * subject is the person, if the response has contact data of one only.
 */
export function contactReads({ db, clock }: Resources): RecordContactRead {
  return (by, { operationName, fields, sought, organizationIds, personId = 'graphql' }) => {
    const after = { operation: operationName, fields, ...(sought.length > 0 && { sought }), organizationIds };
    const act = { action: 'contact_data.read', subject: personId, organizationIds, after };
    return recordSharedAct(db, clock, by, act);
  };
}

/**
 * Tokens of an external issuer are not recorded, so their revocation is unknown: such an export ends at its own
 * deadline.
 */
export async function isStillGood({ directory, operatorTokens }: Resources, by: Principal): Promise<boolean> {
  if (by.kind === 'api_key') return (await directory.validKey(by.actor)) !== undefined;
  return by.recordId === undefined || (await operatorTokens.validToken(by.recordId)) !== undefined;
}

/** A caller with access to all organizations gets one entry above organizations. */
export function chainsOf({ organizationIds }: Principal): readonly string[] {
  return organizationIds === 'all' ? [] : organizationIds;
}
