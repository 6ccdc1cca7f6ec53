import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { withService } from '../../runtime/assembly/command-services.js';
import type { TestClockService } from '../../subgraphs/servicing/platform/test-clock/test-clock.service.js';
import type { TestClock } from '../../subgraphs/servicing/platform/test-clock/test-clock.type.js';
import { refusals } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { group, withAnswer } from '../command-result-as-json-or-text.js';
import { option } from '../options.js';
import { days, keyOption, organizationOption } from '../shared-options.js';

const organization = organizationOption('the organization');

/** `test-clock …`: the business day of a sandbox organization. */
export const testClockCommands = group('the business day of a sandbox organization: show, advance, stop', {
  show: withAnswer(
    'show the current day, and the progress of the latest advance',
    [organization],
    ({ organizationId }) => answerOf((clocks) => clocks.show(operator(), organizationId)),
  ),
  advance: withAnswer(
    'move the clock forward; the worker processes every day on the way',
    [
      organization,
      option('--to <date>', 'the day to move to, YYYY-MM-DD; at most 731 days ahead'),
      option('--days <days>', 'number of days to move forward, instead of --to', { parse: days }),
      keyOption,
      option('--wait', 'wait until the clock has arrived'),
    ],
    ({ organizationId, idempotencyKey = randomUUID(), wait, ...to }) =>
      answerOf(async (clocks) => {
        const request = { idempotencyKey, body: { organization_id: organizationId, ...to } };
        const { resource } = await clocks.advance(operator(), request);
        return wait ? untilResting(clocks, organizationId) : resource;
      }),
  ),
  stop: withAnswer(
    'stop the latest advance at the day it has reached; a clock at rest does not change',
    [organization],
    ({ organizationId }) => answerOf((clocks) => clocks.stop(operator(), organizationId)),
  ),
});

const POLL_EVERY_MS = 250;

async function untilResting(clocks: TestClockService, organizationId: string): Promise<TestClock> {
  for (;;) {
    const clock = await clocks.show(operator(), organizationId);
    if (clock.status === 'resting') return clock;
    await sleep(POLL_EVERY_MS);
  }
}

function operator() {
  return withScopes(['test_clock:read', 'test_clock:write']);
}

async function answerOf(act: (clocks: TestClockService) => Promise<TestClock>) {
  const clock = await withService('platform', ({ testClocks }) => act(testClocks)).catch(problemsByLine);
  const { status, at, from, to, error } = clock;
  const latest = from === null ? '' : `, on the way from ${from} to ${to}`;
  const why = error === null ? '' : ` It did not reach its day: ${error}.`;
  return {
    document: snakeCased({ ...clock }),
    text: `${status === 'advancing' ? `It is ${at}${latest}.` : `It is ${at}.`}${why}`,
  };
}

const problemsByLine = refusals({}, ({ message, issues = [] }) =>
  [message, ...issues.map(({ msg }) => `  ${msg}`)].join('\n'),
);
