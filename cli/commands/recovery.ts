import { withService } from '../../runtime/assembly/command-services.js';
import type { Recovery } from '../../subgraphs/servicing/recovery/read-recoveries.js';
import { SEND_AGAIN, SEND_AGAIN_PAGE } from '../../subgraphs/servicing/recovery/requests-to-send-again.js';
import { CommandError, refusals } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { group, members, tableOf, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { onlyOrganization } from '../shared-options.js';

/** `recovery …`: after a restore of the database. */
export const recoveryCommands = group('after a restore of the database: start, status, confirm-read, end', {
  start: withAnswer(
    'from now on look each posting at a remote loan system up before it is sent; a repeated call changes nothing',
    [
      option('--since <time>', 'the time to which the database was restored, ISO 8601; at most 30 days ago', {
        required: true,
      }),
      onlyOrganization('only this organization; default: every one'),
    ],
    async ({ since, organizationId }) =>
      answerOf(
        await withService('recoveries', (service) =>
          service.start(commandLinePrincipal(), since, organizationId),
        ).catch(
          refusals({ organization_not_found: `there is no organization ${organizationId}` }, ({ issues }) =>
            issues?.map(({ msg }) => msg.replace(/^Value error, /, '')).join('; '),
          ),
        ),
      ),
  ),
  status: withAnswer(
    'what remains to be done: closed loan systems, moved loans, unknown outcomes, requests to repeat',
    [],
    async () => answerOf(await withService('recoveries', (service) => service.list(commandLinePrincipal()))),
  ),
  'confirm-read': withAnswer(
    'let a loan system that cannot be searched by reference take postings again, once its list of postings was read',
    [operand('<code>', 'the loan system’s code, from `status`')],
    async ({ code }) => {
      const change = await withService('recoveries', (service) => service.confirmRead(commandLinePrincipal(), code));
      if (change.outcome === 'refused') throw new CommandError(change.problems.join('; '));
      return answerOf(change.recoveries);
    },
  ),
  end: withAnswer(
    'end the recovery, when clients have sent their requests again',
    [onlyOrganization('only this organization; default: every one')],
    async ({ organizationId }) =>
      answerOf(
        await withService('recoveries', (service) => service.end(commandLinePrincipal(), organizationId)).catch(
          refusals({ organization_not_found: `there is no organization ${organizationId}` }),
        ),
      ),
  ),
});

function answerOf(recoveries: readonly Recovery[]) {
  const document = {
    recoveries: recoveries.map((recovery) => ({
      ...members(recovery, 'organization_id display_name since unknown_payments unknown_reversals'),
      closed_loan_systems: recovery.closedLoanSystems.map((one) => members(one, 'code reason waits_for_read')),
      moved_loans: recovery.movedLoans.map((one) =>
        members(one, 'account_id loan_system_code earlier_account_id earlier_loan_system_code'),
      ),
    })),
    send_again: SEND_AGAIN.map((one) => members(one, 'requests in_remote_systems on_ledger')),
    send_again_page: SEND_AGAIN_PAGE,
  };
  return { document, text: recoveries.length === 0 ? 'No organization recovers from a restore.' : textOf(recoveries) };
}

function textOf(recoveries: readonly Recovery[]): string {
  const closed = recoveries.flatMap(({ closedLoanSystems }) => closedLoanSystems);
  const moved = recoveries.flatMap(({ movedLoans }) => movedLoans);
  const parts = [
    tableOf(recoveries, {
      ORGANIZATION: 'organizationId',
      NAME: 'displayName',
      SINCE: 'since',
      'UNKNOWN PAYMENTS': 'unknownPayments',
      'UNKNOWN REVERSALS': 'unknownReversals',
    }),
    ...(closed.length === 0 ? [] : [tableOf(closed, { 'CLOSED LOAN SYSTEM': 'code', WHY: 'reason' })]),
    ...(moved.length === 0
      ? []
      : [
          tableOf(moved, {
            'MOVED LOAN': 'accountId',
            SYSTEM: 'loanSystemCode',
            'EARLIER LOAN': 'earlierAccountId',
            'EARLIER SYSTEM': 'earlierLoanSystemCode',
          }),
        ]),
    tableOf(SEND_AGAIN, {
      'SEND AGAIN': 'requests',
      'IN REMOTE SYSTEMS': 'inRemoteSystems',
      'ON THE LEDGER': 'onLedger',
    }),
    `With the same Idempotency-Keys and bodies: ${SEND_AGAIN_PAGE}`,
  ];
  return parts.join('\n\n');
}
