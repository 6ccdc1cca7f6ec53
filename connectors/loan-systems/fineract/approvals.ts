import type { Approval, LoanReference, Reached } from '../../../loan-model/port.js';
import { timeOf } from './audit-entries.js';
import type { FineractApi } from './fineract-api.js';
import { commandList } from './response-schemas.js';

const AWAITING_APPROVAL = 2;
const REJECTED = 3;
const FAILED = 5;
const COMMANDS_A_PAGE = 200;
/** Undecided or failed commands of one loan; with more, nothing is known about those that were not read. */
const MOST_PAGES = 10;
/**
 * Fineract repeats an approved command that failed for a lock: for some seconds its entry says failed, and then it is
 * posted. Only a failure that is as old as any request can be is final.
 */
const FAILURE_IS_FINAL_AFTER_MS = 900_000;

interface Reader {
  readonly api: FineractApi;
  /** By our own clock. */
  now(): string;
}

/**
 * What became of a command that waits for approval, from Fineract's list of commands. Its entries do not name their
 * state, so the list is read by state. An entry that was approved is not looked for: its transaction shows that.
 *
 * Each state is read in the order in which a command passes through them, so that none is missed.
 */
export async function findApproval(
  { api, now }: Reader,
  loan: LoanReference,
  reference: string,
): Promise<Reached<Approval>> {
  const waiting = await commandUnder(api, loan, reference, AWAITING_APPROVAL);
  if (waiting.kind === 'unavailable') return waiting;
  if (waiting.value === 'not_permitted') return { kind: 'answered', value: { kind: 'not_permitted' } };
  if (waiting.value !== 'absent') return { kind: 'answered', value: { kind: 'waits' } };
  const rejected = await commandUnder(api, loan, reference, REJECTED);
  if (rejected.kind === 'unavailable') return rejected;
  if (typeof rejected.value === 'object') return decided('approval_rejected');
  const failed = await commandUnder(api, loan, reference, FAILED);
  if (failed.kind === 'unavailable') return failed;
  // A command that failed before a second user checked it never waited: its own answer had the reason.
  if (typeof failed.value === 'string' || !isChecked(failed.value))
    return { kind: 'answered', value: { kind: 'none' } };
  const checkedAt = timeOf(failed.value.checkedOnDate);
  const isFinal = checkedAt !== undefined && Date.parse(now()) - checkedAt >= FAILURE_IS_FINAL_AFTER_MS;
  return isFinal ? decided('failed_when_approved') : { kind: 'answered', value: { kind: 'waits' } };
}

function decided(reason: string): Reached<Approval> {
  return { kind: 'answered', value: { kind: 'rejected', reason } };
}

type RecordedCommand = ReturnType<typeof commandList.parse>[number];

/** The newest command of the loan in that state under a reference. */
async function commandUnder(
  api: FineractApi,
  { externalId }: LoanReference,
  reference: string,
  state: number,
): Promise<Reached<RecordedCommand | 'absent' | 'not_permitted'>> {
  const path = ['audits'];
  const ofLoan = { loanid: externalId, entityName: 'LOAN', processingResult: state, includeJson: 'true' };
  const newestFirst = { paged: 'true', limit: COMMANDS_A_PAGE, orderBy: 'id', sortOrder: 'DESC' };
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await api.get(path, { ...ofLoan, ...newestFirst, offset: page * COMMANDS_A_PAGE });
    if (answer.kind !== 'answered') return { kind: 'unavailable' };
    if (answer.status === 403) return { kind: 'answered', value: 'not_permitted' };
    if (answer.status !== 200) return api.unavailable(answer, path);
    const commands = api.parse(commandList, answer, path);
    if (commands === undefined) return { kind: 'unavailable' };
    const found = commands.find((command) => isUnder(command, reference));
    if (found !== undefined) return { kind: 'answered', value: found };
    if (commands.length < COMMANDS_A_PAGE) return { kind: 'answered', value: 'absent' };
  }
  return { kind: 'unavailable', isWell: true };
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
