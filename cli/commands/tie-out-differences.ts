import { type Command, InvalidArgumentError, Option } from 'commander';
import { systemClock } from '../../core/clock.js';
import { snakeCased } from '../../core/contract/snake-cased.js';
import { isIsoDate } from '../../core/dates.js';
import { Cursors } from '../../core/db/keyset.js';
import { OperatorExceptionService } from '../../subgraphs/payments/operator-exception/operator-exception.service.js';
import type { OperatorExceptionRow } from '../../subgraphs/payments/operator-exception/operator-exception.store.js';
import {
  DIFFERENCE_STATUSES,
  type DifferenceStatus,
} from '../../subgraphs/payments/tie-out-difference/difference-status.js';
import { TieOutDifferenceService } from '../../subgraphs/payments/tie-out-difference/tie-out-difference.service.js';
import { atCommandLine } from '../actor.js';
import { answering, table } from '../answer.js';
import { CommandError } from '../command-error.js';
import { saidPlainly } from '../reader.js';
import { type Session, withSession } from '../session.js';

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
    const { items } = await withSession(({ db, config }) => {
      const cursors = new Cursors(config.CURSOR_SIGNING_SECRET);
      const differences = new TieOutDifferenceService({ db, cursors, clock: systemClock });
      return saidPlainly(differences.list(atCommandLine(), request));
    });
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
  return withSession(async ({ db, config }: Session) => {
    const parts = { db, cursors: new Cursors(config.CURSOR_SIGNING_SECRET), clock: systemClock };
    const [difference] = await new TieOutDifferenceService(parts).ofExceptions(atCommandLine(), [id]);
    if (difference === undefined || difference === null) throw new CommandError(`there is no difference ${id}`);
    return saidPlainly(perform(new OperatorExceptionService(parts)));
  });
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
