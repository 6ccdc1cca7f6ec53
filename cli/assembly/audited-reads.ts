import { recordSharedAct } from '../../core/audit/record.js';
import type { Principal } from '../../core/auth/principal.js';
import type { RecordContactRead } from '../../gateway/contact-reads.js';
import type { ExportRequest, GatewayExports } from '../../gateway/exports.js';
import type { ReportExports } from '../../rest-facade/host/report-exports.js';
import type { Resources } from './resources.js';

/** Each export leaves an entry, whoever asks: it is there before the first byte leaves. */
export function auditedExports({ db, clock }: Resources, exports: ReportExports): ReportExports {
  return {
    async csv(code, request, caller) {
      const stream = await exports.csv(code, request, caller);
      const by = { ...caller.principal, requestId: caller.requestId };
      const after = { from: request.from ?? null, to: request.to ?? null, ...narrowedBy(request), ...reachOf(by) };
      try {
        await recordSharedAct(db, clock, by, { action: 'report.export', subject: code, ...chainsOf(by), after });
      } catch (error) {
        stream.destroy();
        throw error;
      }
      return stream;
    },
  };
}

/** The same of payoff letters: they name a borrower and where they live. */
export function auditedLetters(
  { db, clock }: Resources,
  letters: GatewayExports['payoffLetter'],
): GatewayExports['payoffLetter'] {
  return async (accountId, on, caller) => {
    const letter = await letters(accountId, on, caller);
    const by = { ...caller.principal, requestId: caller.requestId };
    const after = { on: letter.on, ...reachOf(by) };
    try {
      await recordSharedAct(db, clock, by, {
        action: 'payoff_letter.export',
        subject: accountId,
        ...chainsOf(by),
        after,
      });
    } catch (error) {
      letter.pdf.destroy();
      throw error;
    }
    return letter;
  };
}

export function contactReads({ db, clock }: Resources): RecordContactRead {
  return (by, { operationName, fields }) => {
    const after = { operation: operationName, fields, ...reachOf(by) };
    return recordSharedAct(db, clock, by, { action: 'contact_data.read', subject: 'graphql', ...chainsOf(by), after });
  };
}

/** What else of a report somebody wanted. */
function narrowedBy({ organizationId, bucket }: ExportRequest) {
  return {
    ...(organizationId !== undefined && { organization_id: organizationId }),
    ...(bucket !== undefined && { bucket }),
  };
}

/** Whose data was within reach. */
function reachOf({ organizationIds }: Principal) {
  return { organizationIds };
}

/** Of whoever reaches all of them one entry stands above organizations. */
function chainsOf({ organizationIds }: Principal) {
  return { organizationIds: organizationIds === 'all' ? [] : organizationIds };
}
