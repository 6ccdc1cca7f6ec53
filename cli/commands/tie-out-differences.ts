import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { snakeCased } from '../../core/contract/snake-cased.js';
import type { OperatorExceptionRow } from '../../core/exceptions/exception.store.js';
import { isIsoDate } from '../../core/time/dates.js';
import { exceptionsOf } from '../../runtime/assembly/services/exceptions.js';
import { tieOutOf } from '../../runtime/assembly/services/tie-out.js';
import { type Session, withSession } from '../../runtime/session.js';
import type { OperatorExceptionService } from '../../subgraphs/payments/exceptions/operator-exception.service.js';
import type { TieOutActRow } from '../../subgraphs/payments/tie-out/act/tie-out-act.store.js';
import {
  DIFFERENCE_STATUSES,
  type DifferenceStatus,
} from '../../subgraphs/payments/tie-out/difference/difference-status.js';
import type { TieOutDifferenceService } from '../../subgraphs/payments/tie-out/difference/tie-out-difference.service.js';
import type { TieOutDifferenceRow } from '../../subgraphs/payments/tie-out/difference/tie-out-difference.store.js';
import { atCommandLine } from '../actor.js';
import { answering, table } from '../answer.js';
import { CommandError } from '../command-error.js';
import { saidPlainly } from '../reader.js';

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
    .description('what differs, with the facts of both sides; the newest 1000')
    .option('--organization <id>', 'of one organization')
    .option('--kind <kind>', 'of one kind, for example posting_missing')
    .addOption(
      new Option('--status <status>', 'that stand so').choices([...DIFFERENCE_STATUSES, 'all']).default('open'),
    )
    .option('--side <side>', 'of one side: a loan system, processor:CODE, or books')
    .option('--day <day>', 'that this business day found, YYYY-MM-DD', dayGiven);
  answering(command, async () => {
    const { organization: organizationId, kind, status, side, day } = command.opts<Sought>();
    const request = {
      limit: MOST,
      statuses: status === 'all' ? null : [status],
      kinds: kind === undefined ? null : [kind],
      ...{ organizationId: organizationId ?? null, side: side ?? null, businessDay: day ?? null },
    };
    const { items } = await withSession((session) =>
      saidPlainly(tieOutOf(session).differences.list(atCommandLine(), request)),
    );
    const rows = items.map((one) => [
      ...[one.id, one.organizationId, one.subject, one.kind, one.status, one.firstDay, one.lastDay],
    ]);
    const heads = ['ID', 'ORGANIZATION', 'SIDE', 'KIND', 'STATUS', 'FROM', 'TO'];
    const facts = items.map(({ id, ours, theirs }) => `${id}\n  here   ${factsOf(ours)}\n  there  ${factsOf(theirs)}`);
    return {
      document: { differences: items.map((one) => snakeCased(one)) },
      text: items.length === 0 ? 'There is no such difference.' : [table(heads, rows), ...facts].join('\n\n'),
    };
  });
}

export function registerPost(tieOut: Command): void {
  registerAct(tieOut, 'post', 'post in the loan system what is missing there, once, under its own reference');
}

export function registerReverse(tieOut: Command): void {
  registerAct(tieOut, 'reverse', 'take back in the loan system what should not stand there, once');
}

/** It is decided here and done by the worker of a running start: what came of it is waited for, for a while. */
function registerAct(tieOut: Command, kind: 'post' | 'reverse', description: string): void {
  const command = tieOut
    .command(kind)
    .argument('<id>', 'the difference, as `differences` shows it')
    .description(`${description}; the next look closes the difference when it is gone`)
    .requiredOption('--reason <text>', 'why; kept with your name, and sent along with a reversal')
    .option(
      '--facts <version>',
      'only if the facts are still those that were seen, as `differences --json` shows them',
    );
  answering(command, async (id = '') => {
    const { reason, facts } = command.opts<{ reason: string; facts?: string }>();
    const act = await withSession((session) => performed(session, id, { kind, reason, facts }));
    return { document: snakeCased(act), text: `${id}: ${ACT_SAYS[act.status](act)}` };
  });
}

const ACT_SAYS: Readonly<Record<TieOutActRow['status'], (act: TieOutActRow) => string>> = {
  pending: () => 'it is under way, and a worker goes on with it. See: tributary tie-out differences',
  done: ({ kind }) => `${kind === 'post' ? 'posted' : 'taken back'}. The next look closes it when it is gone.`,
  refused: ({ failureCode }) => `the loan system refuses it: ${failureCode}.`,
};

interface ActAsked {
  readonly kind: 'post' | 'reverse';
  readonly reason: string;
  readonly facts: string | undefined;
}

async function performed(session: Session, id: string, { kind, reason, facts }: ActAsked): Promise<TieOutActRow> {
  const by = atCommandLine();
  const { differences, acts } = tieOutOf(session);
  const { factsVersion } = await differenceOf(differences, id);
  await saidPlainly(acts.act(by, id, { kind, factsVersion: facts ?? factsVersion, reason }));
  const until = performance.now() + WAITED_MS;
  for (;;) {
    const [last] = await acts.last(by, [id]);
    if (last === undefined || last === null) throw new CommandError(`nothing was done about ${id}`);
    if (last.status !== 'pending' || performance.now() > until) return last;
    await sleep(LOOK_EVERY_MS);
  }
}

/** As long as a call to a loan system may take, and its answer be written down. */
const WAITED_MS = 15_000;
const LOOK_EVERY_MS = 200;

export function registerResolve(tieOut: Command): void {
  const command = tieOut
    .command('resolve')
    .argument('<id>', 'the difference, as `differences` shows it')
    .description('accept a difference: it is resolved, until its facts are others')
    .requiredOption('--reason <text>', 'what was done about it, or why it may stand; kept with your name');
  answering(command, async (id = '') => {
    const { reason } = command.opts<{ reason: string }>();
    const found = await act(id, (exceptions) => exceptions.resolve(atCommandLine(), id, reason));
    return { document: documentOf(found), text: `${id} is resolved: ${found.resolution} (${found.resolvedBy}).` };
  });
}

export function registerWait(tieOut: Command): void {
  const command = tieOut
    .command('wait')
    .argument('<id>', 'the difference, as `differences` shows it')
    .description('wait with a difference: it is silent before a day, and back from then on unless it is gone')
    .requiredOption('--until <day>', 'the day on which it is back, YYYY-MM-DD', dayGiven)
    .requiredOption('--reason <text>', 'what is waited for; kept with your name');
  answering(command, async (id = '') => {
    const { until, reason } = command.opts<{ until: string; reason: string }>();
    const found = await act(id, (exceptions) => exceptions.postpone(atCommandLine(), id, { until, reason }));
    return { document: documentOf(found), text: `${id} waits until ${found.waitsUntil}: ${found.waitReason}.` };
  });
}

/** On a difference alone: what else operators decide is not the tie-out's. */
function act(
  id: string,
  perform: (exceptions: OperatorExceptionService) => Promise<OperatorExceptionRow>,
): Promise<OperatorExceptionRow> {
  return withSession(async (session) => {
    await differenceOf(tieOutOf(session).differences, id);
    return saidPlainly(perform(exceptionsOf(session).exceptions));
  });
}

async function differenceOf(differences: TieOutDifferenceService, id: string): Promise<TieOutDifferenceRow> {
  const [difference] = await differences.ofExceptions(atCommandLine(), [id]);
  if (difference === undefined || difference === null) throw new CommandError(`there is no difference ${id}`);
  return difference;
}

function dayGiven(day: string): string {
  if (!isIsoDate(day)) throw new InvalidArgumentError('a day is a calendar date, YYYY-MM-DD');
  return day;
}

function documentOf(exception: OperatorExceptionRow) {
  return snakeCased(exception);
}

function factsOf(facts: object | null): string {
  return facts === null ? 'nothing' : JSON.stringify(facts);
}
