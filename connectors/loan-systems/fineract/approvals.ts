import type { Approval, LoanReference, Reached } from '../../../loan-model/port.js';
import type { FineractApi } from './fineract-api.js';
import { commandList } from './response-schemas.js';

const AWAITING_APPROVAL = 2;
const REJECTED = 3;
const FAILED = 5;
/** Undecided or failed commands of one loan; more are not read. */
const MOST_COMMANDS = 200;

/**
 * What became of a command that waits for approval, from Fineract's list of commands. Its entries do not name their
 * state, so the list is read by state. An entry that was approved is not looked for: its transaction shows that.
 *
 * Each state is read in the order in which a command passes through them, so that none is missed.
 */
export async function findApproval(
  api: FineractApi,
  loan: LoanReference,
  reference: string,
): Promise<Reached<Approval>> {
  const waiting = await commandsOf(api, loan, AWAITING_APPROVAL);
  if (waiting.kind === 'unavailable') return waiting;
  if (waiting.value === 'not_permitted') return { kind: 'answered', value: { kind: 'not_permitted' } };
  if (waiting.value.some((command) => isUnder(command, reference)))
    return { kind: 'answered', value: { kind: 'waits' } };
  for (const [state, reason] of DECIDED) {
    const decided = await commandsOf(api, loan, state);
    if (decided.kind === 'unavailable') return decided;
    if (decided.value === 'not_permitted') continue;
    // A command that failed before a second user checked it never waited: its own answer had the reason.
    if (decided.value.some((command) => isUnder(command, reference) && isChecked(command)))
      return { kind: 'answered', value: { kind: 'rejected', reason } };
  }
  return { kind: 'answered', value: { kind: 'none' } };
}

const DECIDED = [
  [REJECTED, 'approval_rejected'],
  [FAILED, 'failed_when_approved'],
] as const;

type RecordedCommand = ReturnType<typeof commandList.parse>[number];

async function commandsOf(
  api: FineractApi,
  { externalId }: LoanReference,
  state: number,
): Promise<Reached<readonly RecordedCommand[] | 'not_permitted'>> {
  const path = ['audits'];
  const ofLoan = { loanid: externalId, entityName: 'LOAN', processingResult: state, includeJson: 'true' };
  const newestFirst = { paged: 'true', offset: 0, limit: MOST_COMMANDS, orderBy: 'id', sortOrder: 'DESC' };
  const answer = await api.get(path, { ...ofLoan, ...newestFirst });
  if (answer.kind !== 'answered') return { kind: 'unavailable' };
  if (answer.status === 403) return { kind: 'answered', value: 'not_permitted' };
  if (answer.status !== 200) return api.unavailable(answer, path);
  const value = api.parse(commandList, answer, path);
  return value === undefined ? { kind: 'unavailable' } : { kind: 'answered', value };
}

/** Fineract keeps the body that was sent with a command. */
function isUnder({ commandAsJson }: RecordedCommand, reference: string): boolean {
  const sent = fieldsOf(commandAsJson ?? '');
  return sent['externalId'] === reference || sent['reversalExternalId'] === reference;
}

function isChecked({ checkedOnDate }: RecordedCommand): boolean {
  return checkedOnDate !== undefined && checkedOnDate !== null;
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
