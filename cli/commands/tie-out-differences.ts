import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { type Services, serviceOf, withService } from '../../runtime/assembly/command-services.js';
import type { TieOutActRow } from '../../subgraphs/payments/tie-out/act/tie-out-act.store.js';
import { DIFFERENCE_STATUSES } from '../../subgraphs/payments/tie-out/difference/difference-status.js';
import type { TieOutDifferenceRow } from '../../subgraphs/payments/tie-out/difference/tie-out-difference.reads.store.js';
import type { TieOutDifferenceService } from '../../subgraphs/payments/tie-out/difference/tie-out-difference.service.js';
import { CommandError, plainly } from '../command-error.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { type Declare, listed, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';
import { day, onlyOrganization } from '../shared-options.js';

const MOST = 1_000;
const difference = operand('<id>', 'the difference’s id, from `differences`');

export const listDifferences = withAnswer(
  'list differences with the facts of both sides; the newest 1000',
  [
    onlyOrganization('only one organization'),
    option('--kind <kind>', 'only one kind, for example posting_missing'),
    option('--status <status>', 'only differences with this status', {
      choices: [...DIFFERENCE_STATUSES, 'all'],
      byDefault: 'open',
    }),
    option('--side <side>', 'only one side: a loan system, processor:CODE, or books'),
    option('--day <day>', 'only differences found on this business day, YYYY-MM-DD', {
      as: 'businessDay',
      parse: day,
    }),
  ],
  async ({ organizationId = null, kind, status, side = null, businessDay = null }) => {
    const request = {
      ...{ limit: MOST, organizationId, side, businessDay },
      statuses: status === 'all' ? null : [status],
      kinds: kind === undefined ? null : [kind],
    };
    const { items } = await withService('tieOut', ({ differences }) =>
      differences.list(commandLinePrincipal(), request),
    ).catch(plainly);
    const { document, text } = listed('differences', items, {
      ID: 'id',
      ORGANIZATION: 'organizationId',
      SIDE: 'subject',
      KIND: 'kind',
      STATUS: 'status',
      FROM: 'firstDay',
      TO: 'lastDay',
    });
    const facts = items.map(
      ({ id, ours, theirs }) => `${id}\n  Tributary    ${factsOf(ours)}\n  other side   ${factsOf(theirs)}`,
    );
    return { document, text: items.length === 0 ? 'No differences match.' : [text, ...facts].join('\n\n') };
  },
);

/**
 * The command stores the action; a running worker (`start` or `serve worker`) carries it out. The command waits up to 15
 * seconds for the outcome.
 */
export function actOnDifference(kind: 'post' | 'reverse', description: string): Declare {
  return withAnswer(
    `${description}; the next comparison closes the difference once it is fixed`,
    [
      difference,
      option('--reason <text>', 'why; stored with your name, and sent with a reversal', { required: true }),
      option(
        '--facts <version>',
        'act only if the facts are unchanged since you saw them; the version is in `differences --json`',
        { as: 'factsVersion' },
      ),
    ],
    async ({ id, ...asked }) => {
      const act = await withService('tieOut', (service) => performed(service, id, { kind, ...asked })).catch(plainly);
      return { document: snakeCased(act), text: `${id}: ${ACT_TEXTS[act.status](act)}` };
    },
  );
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
  /** Usual: the facts that are stored now. */
  readonly factsVersion?: string;
}

async function performed(
  { differences, acts }: Services['tieOut'],
  id: string,
  asked: ActAsked,
): Promise<TieOutActRow> {
  const by = commandLinePrincipal();
  const { factsVersion } = await differenceOf(differences, id);
  await acts.act(by, id, { factsVersion, ...asked });
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

export const resolveDifference = withAnswer(
  'accept a difference: it stays resolved until its facts change',
  [
    difference,
    option('--reason <text>', 'what was done about it, or why it is acceptable; stored with your name', {
      required: true,
    }),
  ],
  async ({ id, reason }) => {
    const found = await act(id, (exceptions) => exceptions.resolve(commandLinePrincipal(), id, reason));
    const text = `${id} is resolved: ${found.resolution} (${found.resolvedBy}).`;
    return { document: snakeCased(found), text };
  },
);

export const waitWithDifference = withAnswer(
  'snooze a difference until a day; then it is open again, unless it is gone',
  [
    difference,
    option('--until <day>', 'the day on which it opens again, YYYY-MM-DD', { parse: day, required: true }),
    option('--reason <text>', 'the reason for waiting; stored with your name', { required: true }),
  ],
  async ({ id, ...wait }) => {
    const found = await act(id, (exceptions) => exceptions.postpone(commandLinePrincipal(), id, wait));
    return { document: snakeCased(found), text: `${id} waits until ${found.waitsUntil}: ${found.waitReason}.` };
  },
);

/** Only for differences: other kinds of exceptions are not decided with the tie-out's commands. */
function act<T>(id: string, perform: (exceptions: Services['exceptions']) => Promise<T>): Promise<T> {
  return withService('tieOut', async ({ differences }, session) => {
    await differenceOf(differences, id);
    return perform(await serviceOf('exceptions', session));
  }).catch(plainly);
}

async function differenceOf(differences: TieOutDifferenceService, id: string): Promise<TieOutDifferenceRow> {
  const [difference] = await differences.ofExceptions(commandLinePrincipal(), [id]);
  if (difference === undefined || difference === null) throw new CommandError(`there is no difference ${id}`);
  return difference;
}

function factsOf(facts: object | null): string {
  return facts === null ? 'nothing' : JSON.stringify(facts);
}
