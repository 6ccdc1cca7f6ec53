import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import type { OperatorExceptionRow } from '../../core/exceptions/resolve-and-postpone-operator-exceptions.store.js';
import { isIsoDate } from '../../core/time/dates.js';
import { exceptionsOf } from '../../runtime/assembly/services/exceptions.js';
import { tieOutOf } from '../../runtime/assembly/services/tie-out.js';
import { type Session, withSession } from '../../runtime/command-session.js';
import type { OperatorExceptionService } from '../../subgraphs/payments/exceptions/operator-exception.service.js';
import type { TieOutActRow } from '../../subgraphs/payments/tie-out/act/tie-out-act.store.js';
import {
  DIFFERENCE_STATUSES,
  type DifferenceStatus,
} from '../../subgraphs/payments/tie-out/difference/difference-status.js';
import type { TieOutDifferenceRow } from '../../subgraphs/payments/tie-out/difference/tie-out-difference.reads.store.js';
import type { TieOutDifferenceService } from '../../subgraphs/payments/tie-out/difference/tie-out-difference.service.js';
import { CommandError } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { withPlainRefusals } from '../reader-principal.js';

const MOST = 1_000;

interface Sought {
  readonly organization?: string;
  readonly kind?: string;
  readonly status: DifferenceStatus | 'all';
  readonly side?: string;
  readonly day?: string;
}

export function registerDifferences(tieOut: Command): void {
  const command = tieOut
    .command('differences')
    .description('list differences with the facts of both sides; the newest 1000')
    .option('--organization <id>', 'only one organization')
    .option('--kind <kind>', 'only one kind, for example posting_missing')
    .addOption(
      new Option('--status <status>', 'only differences with this status')
        .choices([...DIFFERENCE_STATUSES, 'all'])
        .default('open'),
    )
    .option('--side <side>', 'only one side: a loan system, processor:CODE, or books')
    .option('--day <day>', 'only differences found on this business day, YYYY-MM-DD', dayGiven);
  withAnswer(command, async () => {
    const { organization: organizationId, kind, status, side, day } = command.opts<Sought>();
    const request = {
      limit: MOST,
      statuses: status === 'all' ? null : [status],
      kinds: kind === undefined ? null : [kind],
      ...{ organizationId: organizationId ?? null, side: side ?? null, businessDay: day ?? null },
    };
    const { items } = await withSession((session) =>
      withPlainRefusals(tieOutOf(session).differences.list(commandLinePrincipal(), request)),
    );
    const rows = items.map((one) => [
      ...[one.id, one.organizationId, one.subject, one.kind, one.status, one.firstDay, one.lastDay],
    ]);
    const heads = ['ID', 'ORGANIZATION', 'SIDE', 'KIND', 'STATUS', 'FROM', 'TO'];
    const facts = items.map(
      ({ id, ours, theirs }) => `${id}\n  Tributary    ${factsOf(ours)}\n  other side   ${factsOf(theirs)}`,
    );
    return {
      document: { differences: items.map((one) => snakeCased(one)) },
      text: items.length === 0 ? 'No differences match.' : [table(heads, rows), ...facts].join('\n\n'),
    };
  });
}

export function registerPost(tieOut: Command): void {
  registerAct(tieOut, 'post', 'post a missing transaction in the loan system, once, under its own reference');
}

export function registerReverse(tieOut: Command): void {
  registerAct(tieOut, 'reverse', 'reverse a transaction in the loan system that should not exist, once');
}

/**
 * The command stores the action; a running worker (`start` or `serve worker`) carries it out. The command waits up to 15
 * seconds for the outcome.
 */
function registerAct(tieOut: Command, kind: 'post' | 'reverse', description: string): void {
  const command = tieOut
    .command(kind)
    .argument('<id>', 'the difference’s id, from `differences`')
    .description(`${description}; the next comparison closes the difference once it is fixed`)
    .requiredOption('--reason <text>', 'why; stored with your name, and sent with a reversal')
    .option(
      '--facts <version>',
      'act only if the facts are unchanged since you saw them; the version is in `differences --json`',
    );
  withAnswer(command, async (id = '') => {
    const { reason, facts } = command.opts<{ reason: string; facts?: string }>();
    const act = await withSession((session) => performed(session, id, { kind, reason, facts }));
    return { document: snakeCased(act), text: `${id}: ${ACT_TEXTS[act.status](act)}` };
  });
}

const ACT_TEXTS: Readonly<Record<TieOutActRow['status'], (act: TieOutActRow) => string>> = {
  pending: () => 'it is in progress, and a worker continues it. See: tributary tie-out differences',
  done: ({ kind }) =>
    `${kind === 'post' ? 'posted' : 'reversed'}. The next comparison closes the difference once it is fixed.`,
  refused: ({ failureCode }) => `the loan system refused it: ${failureCode}.`,
};

interface ActAsked {
  readonly kind: 'post' | 'reverse';
  readonly reason: string;
  readonly facts: string | undefined;
}

async function performed(session: Session, id: string, { kind, reason, facts }: ActAsked): Promise<TieOutActRow> {
  const by = commandLinePrincipal();
  const { differences, acts } = tieOutOf(session);
  const { factsVersion } = await differenceOf(differences, id);
  await withPlainRefusals(acts.act(by, id, { kind, factsVersion: facts ?? factsVersion, reason }));
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const [last] = await acts.last(by, [id]);
    if (last === undefined || last === null) throw new CommandError(`no act was recorded for ${id}`);
    if (last.status !== 'pending' || performance.now() > until) return last;
    await sleep(POLL_EVERY_MS);
  }
}

/** As long as a call to a loan system may take, plus recording its result. */
const MAX_WAIT_MS = 15_000;
const POLL_EVERY_MS = 200;

export function registerResolve(tieOut: Command): void {
  const command = tieOut
    .command('resolve')
    .argument('<id>', 'the difference’s id, from `differences`')
    .description('accept a difference: it stays resolved until its facts change')
    .requiredOption('--reason <text>', 'what was done about it, or why it is acceptable; stored with your name');
  withAnswer(command, async (id = '') => {
    const { reason } = command.opts<{ reason: string }>();
    const found = await act(id, (exceptions) => exceptions.resolve(commandLinePrincipal(), id, reason));
    return { document: documentOf(found), text: `${id} is resolved: ${found.resolution} (${found.resolvedBy}).` };
  });
}

export function registerWait(tieOut: Command): void {
  const command = tieOut
    .command('wait')
    .argument('<id>', 'the difference’s id, from `differences`')
    .description('snooze a difference until a day; then it is open again, unless it is gone')
    .requiredOption('--until <day>', 'the day on which it opens again, YYYY-MM-DD', dayGiven)
    .requiredOption('--reason <text>', 'the reason for waiting; stored with your name');
  withAnswer(command, async (id = '') => {
    const { until, reason } = command.opts<{ until: string; reason: string }>();
    const found = await act(id, (exceptions) => exceptions.postpone(commandLinePrincipal(), id, { until, reason }));
    return { document: documentOf(found), text: `${id} waits until ${found.waitsUntil}: ${found.waitReason}.` };
  });
}

/** Only for differences: other kinds of exceptions are not decided with the tie-out's commands. */
function act(
  id: string,
  perform: (exceptions: OperatorExceptionService) => Promise<OperatorExceptionRow>,
): Promise<OperatorExceptionRow> {
  return withSession(async (session) => {
    await differenceOf(tieOutOf(session).differences, id);
    return withPlainRefusals(perform(exceptionsOf(session).exceptions));
  });
}

async function differenceOf(differences: TieOutDifferenceService, id: string): Promise<TieOutDifferenceRow> {
  const [difference] = await differences.ofExceptions(commandLinePrincipal(), [id]);
  if (difference === undefined || difference === null) throw new CommandError(`there is no difference ${id}`);
  return difference;
}

function dayGiven(day: string): string {
  if (!isIsoDate(day)) throw new InvalidArgumentError('a day must be a calendar date, YYYY-MM-DD');
  return day;
}

function documentOf(exception: OperatorExceptionRow) {
  return snakeCased(exception);
}

function factsOf(facts: object | null): string {
  return facts === null ? 'nothing' : JSON.stringify(facts);
}
