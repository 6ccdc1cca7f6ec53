import type { ListExports } from '../../gateway/list-exports-interface.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { GatewayExports } from '../../gateway/report-and-payoff-letter-handlers.js';
import { graphAnswer } from '../../rest-facade/answer/graph-answer.js';
import type { GetPayoffLetterQuery } from '../../rest-facade/generated/operations.js';
import type { ReportExports } from '../../rest-facade/host/report-exports-interface.js';
import { writeLetter } from '../../rest-facade/mirrored/accounts/payoff-letter/write-letter.js';
import { auditedExports, auditedLetters } from './audited-exports-letters-and-contact-reads.js';
import { auditedListFiles } from './audited-list-files.js';
import type { Resources } from './resources.js';

/** Files for the gateway's host, audited like all others. */
export function gatewayExports(
  resources: Resources,
  operations: OperationRunner,
  exports: ReportExports,
  lists: ListExports,
): GatewayExports {
  return {
    ...auditedExports(resources, exports),
    payoffLetter: auditedLetters(resources, payoffLetters(operations)),
    listFile: auditedListFiles(resources, lists),
    stallMs: resources.config.REPORT_EXPORT_STALL_MS,
  };
}

/** The same letter as the REST host's: one document, one page. */
function payoffLetters(operations: OperationRunner): GatewayExports['payoffLetter'] {
  return async (accountId, on, caller) => {
    const result = await operations.run('getPayoffLetter', { account_id: accountId, on }, caller);
    const { payoffLetter } = graphAnswer(result) as GetPayoffLetterQuery;
    return { on: payoffLetter.quote.on, pdf: await writeLetter(payoffLetter) };
  };
}
