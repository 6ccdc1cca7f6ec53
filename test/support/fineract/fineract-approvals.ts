import type { WireAnswer } from '../loan-faults.js';
import { asJson } from './fineract-wire.js';

/** Fineract's numbers of a command's states. */
const STATES = { processed: 1, waiting: 2, rejected: 3, failed: 5 } as const;

/** A command that waits for approval, or did. */
export interface RecordedCommand {
  readonly id: number;
  readonly action: string;
  readonly loanId: number;
  /** The transaction that it reverses. */
  readonly transactionId: number | undefined;
  readonly key: string;
  readonly body: string;
  state: keyof typeof STATES;
  checkedAt: number | undefined;
  run(): WireAnswer;
}

type NewCommand = Pick<RecordedCommand, 'action' | 'loanId' | 'transactionId' | 'key' | 'body' | 'run'>;

/** Commands that a second person must approve, and the list of commands (`/audits`). */
export class FineractApprovals {
  readonly commands: RecordedCommand[] = [];
  /** Commands that need approval, as the list of permissions shows it. */
  readonly needed = new Set(['REPAYMENT', 'ADJUST']);
  #lastId = 84;

  /** As recorded: a payment's answer names nothing, a reversal's names the transaction although nothing was reversed. */
  record(command: NewCommand): WireAnswer {
    this.#lastId += 1;
    const { transactionId: resourceId } = command;
    this.commands.push({ ...command, id: this.#lastId, state: 'waiting', checkedAt: undefined });
    const body = { commandId: this.#lastId, resourceId, rollbackTransaction: true };
    return { status: 200, body: asJson({ ...body, resourceExternalId: {}, subResourceExternalId: {} }) };
  }

  /** A key that an undecided or rejected command has is in use for ever. */
  isInUse(action: string, key: string): boolean {
    return this.commands.some((one) => one.action === action && one.key === key && one.state !== 'processed');
  }

  /** Carried out now; a command that is refused then has failed, and cannot be approved again. */
  approve(command = this.#waiting()): WireAnswer {
    const answer = command.run();
    this.#check(command, answer.status === 200 ? 'processed' : 'failed');
    return answer;
  }

  reject(command = this.#waiting()): void {
    this.#check(command, 'rejected');
  }

  /** Leaves no entry. */
  delete(command = this.#waiting()): void {
    this.commands.splice(this.commands.indexOf(command), 1);
  }

  list(query: URLSearchParams): WireAnswer {
    const state = Number(query.get('processingResult'));
    const found = this.commands.filter(
      (one) => one.loanId === Number(query.get('loanid')) && STATES[one.state] === state,
    );
    const isWithBody = query.get('includeJson') === 'true';
    const entries = found.map((one) => entry(one, isWithBody)).reverse();
    const offset = Number(query.get('offset') ?? 0);
    const pageItems = entries.slice(offset, offset + Number(query.get('limit') ?? 200));
    const body = query.get('paged') === 'true' ? { totalFilteredRecords: entries.length, pageItems } : entries;
    return { status: 200, body: asJson(body) };
  }

  /** `selected`: whether it needs approval, where that is on. */
  permissions() {
    return ['REPAYMENT', 'RECOVERYPAYMENT', 'ADJUST', 'WRITEOFF'].map((actionName) => ({
      grouping: 'transaction_loan',
      code: `${actionName}_LOAN`,
      entityName: 'LOAN',
      actionName,
      selected: this.needed.has(actionName),
    }));
  }

  #check(command: RecordedCommand, state: RecordedCommand['state']): void {
    command.state = state;
    command.checkedAt = Date.now();
  }

  #waiting(): RecordedCommand {
    const found = this.commands.find(({ state }) => state === 'waiting');
    if (found === undefined) throw new Error('no command waits');
    return found;
  }
}

/** As recorded: it does not name the command's state, and has no office before it is carried out. */
function entry(command: RecordedCommand, isWithBody: boolean) {
  const { id, action, loanId, transactionId, body, checkedAt } = command;
  return {
    id,
    actionName: action,
    entityName: 'LOAN',
    resourceId: transactionId,
    maker: 'mifos',
    madeOnDate: 1_795_818_653_847,
    ...(checkedAt !== undefined && { checker: 'checker', checkedOnDate: checkedAt }),
    ...(isWithBody && { commandAsJson: body }),
    loanId,
  };
}
