import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { Problem } from '../../core/errors/problem.js';
import { platformOf } from '../../runtime/assembly/services/platform.js';
import { withSession } from '../../runtime/command-session.js';
import type { TestClockService } from '../../subgraphs/servicing/platform/test-clock/test-clock.service.js';
import type { TestClock } from '../../subgraphs/servicing/platform/test-clock/test-clock.type.js';
import { CommandError } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { withAnswer } from '../command-result-as-json-or-text.js';

interface AdvanceOptions {
  readonly organization: string;
  readonly to?: string;
  readonly days?: number;
  readonly key?: string;
  readonly wait?: true;
}

/** `test-clock …`: the business day of a sandbox organization. */
export function registerTestClock(program: Command): void {
  const clock = program
    .command('test-clock')
    .description('the business day of a sandbox organization: show, advance, stop');
  const show = clock
    .command('show')
    .description('show the current day, and the progress of the latest advance')
    .requiredOption('--organization <id>', 'the organization');
  withAnswer(show, async () => {
    const { organization } = show.opts<{ readonly organization: string }>();
    return answerOf(await withClocks((clocks) => clocks.show(operator(), organization)));
  });
  const advance = clock
    .command('advance')
    .description('move the clock forward; the worker processes every day on the way')
    .requiredOption('--organization <id>', 'the organization')
    .option('--to <date>', 'the day to move to, YYYY-MM-DD; at most 731 days ahead')
    .option('--days <days>', 'number of days to move forward, instead of --to', whole)
    .option('--key <key>', 'the Idempotency-Key: a repeated command with the same key runs only once')
    .option('--wait', 'wait until the clock has arrived');
  withAnswer(advance, async () => {
    const { organization: organization_id, to, days, key, wait } = advance.opts<AdvanceOptions>();
    const body = { organization_id, ...(to !== undefined && { to }), ...(days !== undefined && { days }) };
    const request = { idempotencyKey: key ?? randomUUID(), body };
    const moved = await withClocks(async (clocks) => {
      const { resource } = await clocks.advance(operator(), request);
      return wait ? untilResting(clocks, organization_id) : resource;
    });
    return answerOf(moved);
  });
  const stop = clock
    .command('stop')
    .description('stop the latest advance at the day it has reached; a clock at rest does not change')
    .requiredOption('--organization <id>', 'the organization');
  withAnswer(stop, async () => {
    const { organization } = stop.opts<{ readonly organization: string }>();
    return answerOf(await withClocks((clocks) => clocks.stop(operator(), organization)));
  });
}

const POLL_EVERY_MS = 250;

async function untilResting(clocks: TestClockService, organizationId: string): Promise<TestClock> {
  for (;;) {
    const clock = await clocks.show(operator(), organizationId);
    if (clock.status === 'resting') return clock;
    await sleep(POLL_EVERY_MS);
  }
}

function withClocks<T>(work: (clocks: TestClockService) => Promise<T>): Promise<T> {
  return withSession((session) => work(platformOf(session).testClocks)).catch(explained);
}

function operator() {
  return withScopes(['test_clock:read', 'test_clock:write']);
}

function answerOf(clock: TestClock) {
  const { status, at, from, to, error } = clock;
  const latest = from === null ? '' : `, on the way from ${from} to ${to}`;
  const why = error === null ? '' : ` It did not reach its day: ${error}.`;
  return {
    document: snakeCased({ ...clock }),
    text: `${status === 'advancing' ? `It is ${at}${latest}.` : `It is ${at}.`}${why}`,
  };
}

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Not a whole number.');
  return Number(text);
}

/** @throws {CommandError} listing all problems, one per line */
function explained(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  throw new CommandError([error.message, ...(error.issues ?? []).map(({ msg }) => `  ${msg}`)].join('\n'));
}
