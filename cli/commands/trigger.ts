import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { EVENT_TYPES, EVENTS, type EventType } from '../../core/contract/event-types.js';
import type { Event, Tributary } from '../../sdk/src/index.js';
import { CommandError } from '../command-error.js';
import { type Answer, tableOf, withAnswer } from '../command-result-as-json-or-text.js';
import { clientOf, INSTALLATION, type InstallationOptions, refused } from '../integrators/installation-client.js';
import { Sandbox } from '../integrators/sandbox-account-actions.js';
import { TRIGGERS } from '../integrators/sandbox-trigger-of-each-event-type.js';
import { plain } from '../integrators/terminal-safe-text.js';
import { operand, option } from '../options.js';

interface Asked extends InstallationOptions {
  readonly secureUrl?: string;
  readonly account?: string;
}

const WITHIN_MS = 30_000;
/** The worker checks every minute what is due, and for the outcome of a charge, which is disputed a minute after it. */
const WITHIN_MS_OF_WORKER = 240_000;
const CHECK_EVERY_MS = 250;

const EXPLAINED = `
It does what an integrator would, through the API and to sandbox accounts alone, and waits for the event. Schedules and cards that it makes
are put away again, which makes events of their own. The key needs events:read, accounts:read and the scopes of what is done.

  export TRIBUTARY_BASE_URL=http://127.0.0.1:4000 TRIBUTARY_SECURE_URL=http://127.0.0.1:4002 TRIBUTARY_API_KEY=…
  tributary trigger payment.failed`;

const triggering = withAnswer(
  'make an event of this type happen, on a sandbox account only',
  [
    operand('[type]', 'an event type, for example payment.failed'),
    option('--list', 'list every event type with how to trigger it, or why that is impossible'),
    option('--account <id>', 'use this sandbox account, if the key reaches several that behave this way'),
    option('--secure-url <url>', 'address of the secure host, which takes cards', { env: 'TRIBUTARY_SECURE_URL' }),
    ...INSTALLATION,
  ],
  async ({ type, ...asked }) => {
    if (asked.list) return list();
    if (type === undefined) throw new CommandError('name an event type; --list shows them', 2);
    return trigger(type, asked).catch((error: unknown) => {
      throw error instanceof CommandError ? error : refused(error, asked.baseUrl);
    });
  },
);

export function triggerCommand(command: Command): void {
  triggering(command);
  command.addHelpText('after', EXPLAINED);
}

async function trigger(name: string, asked: Asked): Promise<Answer> {
  const type = EVENT_TYPES.find((known) => known === name);
  if (type === undefined) throw new CommandError(`there is no event type ${name}; --list shows all types`, 2);
  const how = TRIGGERS[type];
  if (typeof how === 'string') throw new CommandError(`a sandbox cannot be made to do ${type}: ${how}`, 2);
  const { secureUrl } = asked;
  if (how.takesCard && !secureUrl)
    throw new CommandError(`${type} takes a card: give --secure-url, or TRIBUTARY_SECURE_URL in the environment`, 2);
  const tributary = clientOf(asked, { secureUrl });
  const sandbox = await Sandbox.at(tributary, how.on, asked.account);
  const withinMs = how.isOfWorker ? WITHIN_MS_OF_WORKER : WITHIN_MS;
  if (how.isOfWorker) process.stderr.write('tributary: waiting for the worker, which checks every minute\n');
  try {
    const event = await inTime(type, withinMs, async () => eventOf(tributary, type, await how.run(sandbox)));
    const { id, object_id, created_at } = event;
    return { document: event, text: plain(`${created_at}  ${type}  ${object_id}  ${id}`) };
  } finally {
    for (const { message } of await sandbox.putAway())
      process.stderr.write(`tributary: could not clean up what was created: ${plain(message)}\n`);
  }
}

async function eventOf(tributary: Tributary, type: EventType, objectId: string): Promise<Event> {
  for (;;) {
    for await (const event of tributary.events.list({ type, object_id: objectId })) return event;
    await sleep(CHECK_EVERY_MS);
  }
}

/** Does not wait for the rest: the command ends. */
function inTime(type: EventType, ms: number, work: () => Promise<Event>): Promise<Event> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new CommandError(`done, but no ${type} event arrived within ${ms / 1_000} s: is a worker running?`);
  });
  return Promise.race([work(), late]);
}

function list(): Answer {
  const types = EVENT_TYPES.map((type) => {
    const how = TRIGGERS[type];
    const can = typeof how !== 'string';
    return { type, when: EVENTS[type], can_be_triggered: can, how: can ? `${how.does} (${how.on})` : how };
  });
  const text = tableOf(types, {
    TYPE: 'type',
    HOW: ({ can_be_triggered: can, how }) => (can ? how : `not: ${how}`),
  });
  return { document: { types }, text };
}
