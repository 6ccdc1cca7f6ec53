import type { Command } from 'commander';
import { type EventSubscription, eventSubscription } from '../../core/contract/event-subscription.js';
import { isoInstantOf } from '../../core/time/dates.js';
import type { Event, Tributary } from '../../sdk/src/index.js';
import { newSecret } from '../../subgraphs/messaging/outgoing-webhooks/endpoint/endpoint-secrets.js';
import { CommandError } from '../command-error.js';
import { follow, type Place } from '../integrators/follow-events.js';
import {
  addressOf,
  type Forwarded,
  forward,
  problemOfTarget,
  type Target,
} from '../integrators/forward-event-to-local-server.js';
import { clientOf, INSTALLATION, refused } from '../integrators/installation-client.js';
import { AS_JSON, AS_TEXT } from '../integrators/listen-output.js';
import { plain } from '../integrators/terminal-safe-text.js';
import { option, taking, type ValuesOf } from '../options.js';

/** Long enough for an installation that is still starting, and short enough to report a mistyped address soon. */
const FIRST_CALL_MS = 3_000;

const EXPLAINED = `
It asks for events with the key (scope events:read), so that no address of yours has to be public. What it forwards has the headers and
the bytes of a real delivery, signed with a secret of this run; TRIBUTARY_WEBHOOK_SECRET keeps one. Each event is sent once, and a refused connection
tried again three times; real deliveries go on for three days.

  export TRIBUTARY_BASE_URL=https://api.example.com TRIBUTARY_API_KEY=…
  tributary listen --forward-to localhost:3000/hook --types payment.*`;

const OPTIONS = [
  option(
    '--forward-to <url>',
    'where to forward events, for example http://localhost:3000/hook or localhost:3000/hook; default: only show them',
  ),
  option('--skip-verify', 'accept any certificate of an https server, including a self-signed one'),
  option('--types <type...>', 'event types: payment.posted, payment.*, *', { byDefault: ['*'] }),
  option(
    '--secret <whsec>',
    'sign with this secret (whsec_…) instead of a new one; the environment variable is safer',
    { env: 'TRIBUTARY_WEBHOOK_SECRET' },
  ),
  option('--after <id>', 'start after this event instead of now', { conflicts: 'since' }),
  option('--since <instant>', 'start at this instant, for example 2026-01-31T00:00:00Z'),
  option('--json', 'print one JSON document per line; on failure {"error", "exit_code"}'),
  ...INSTALLATION,
] as const;

type Asked = ValuesOf<(typeof OPTIONS)[number]>;

export function listenCommand(command: Command): void {
  taking(command.description('show events as they happen, or forward them, signed, to your own server'), OPTIONS)
    .addHelpText('after', EXPLAINED)
    .action(() => listen(command.opts<Asked>()));
}

/** Runs until SIGINT or SIGTERM, or until standard output is closed. */
async function listen(asked: Asked): Promise<void> {
  const { baseUrl } = asked;
  const target = targetOf(asked);
  const forwardTo = target?.url ?? null;
  const types = checkedTypes(asked.types);
  requireUsable(asked);
  // An empty variable counts as unset.
  const made = asked.secret || target === null ? null : newSecret();
  const secret = target === null ? null : asked.secret || made;
  const telling = asked.json ? AS_JSON : AS_TEXT;
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  process.stdout.once('error', stop);

  let heardAt = Number.NaN;
  const tributary = clientOf(asked, {
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      heardAt = Date.parse(answer.headers.get('date') ?? '');
      return answer;
    },
  });
  try {
    await firstCall(tributary, stopped.signal);
    print(telling.begun({ baseUrl, types, forwardTo, secret: made }));
    // Uses the installation's clock: this machine's may be wrong.
    const now = new Date(Number.isNaN(heardAt) ? Date.now() : heardAt).toISOString();
    const from: Place = asked.after === undefined ? { since: asked.since ?? now } : { after: asked.after };
    const trouble = (error: Error | null) =>
      notice(error === null ? `${baseUrl} answers again` : `${refused(error, baseUrl).message} Trying again.`);
    let last: string | undefined;
    for await (const event of follow({ tributary, types, from, signal: stopped.signal, trouble })) {
      const forwarded =
        target === null || secret === null ? null : await forwardedTo(event, target, secret, stopped.signal);
      if (forwarded === 'stopped') break;
      print(telling.event(event, forwarded));
      last = event.id;
    }
    notice(last === undefined ? 'stopped' : `stopped; continue with --after ${plain(last)}`);
  } catch (error) {
    if (!stopped.signal.aborted) throw refused(error, baseUrl);
  }
}

function targetOf({ forwardTo, skipVerify }: Asked): Target | null {
  return forwardTo === undefined ? null : { url: addressOf(forwardTo), skipsVerification: skipVerify === true };
}

/** Checks first whether the key is valid and may read events. */
async function firstCall(tributary: Tributary, signal: AbortSignal): Promise<void> {
  await tributary.events.list({ limit: 1 }, { signal, deadlineMs: FIRST_CALL_MS }).pages().next();
}

/** Aborts with the signal, so that a hanging server does not delay Ctrl-C. */
function forwardedTo(
  event: Event,
  target: Target,
  secret: string,
  signal: AbortSignal,
): Promise<Forwarded | 'stopped'> {
  const stopped = new Promise<'stopped'>((resolve) => {
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const said = () => notice(`nothing listens at ${target.url}: trying again`);
  return Promise.race([forward(event, { target, secret, signal, refused: said }), stopped]);
}

function checkedTypes(types: readonly string[]): readonly EventSubscription[] {
  return types
    .flatMap((text) => text.split(','))
    .map((type) => {
      const { data } = eventSubscription.safeParse(type);
      if (data !== undefined) return data;
      const known = eventSubscription.options.join(', ');
      throw new CommandError(`--types ${type}: no such event type; the types are ${known}`, 2);
    });
}

/** @throws {CommandError} listing every problem of the options. */
function requireUsable({ forwardTo, skipVerify, secret, since }: Asked): void {
  const problem = forwardTo === undefined ? undefined : problemOfTarget(addressOf(forwardTo));
  const problems = [
    ...(problem === undefined ? [] : [`--forward-to ${problem}`]),
    ...(skipVerify && forwardTo === undefined ? ['--skip-verify needs --forward-to'] : []),
    ...(!secret || isSecret(secret) ? [] : ['--secret must be whsec_ and the base64 of 24 to 64 bytes']),
    ...(since === undefined || isoInstantOf(since) !== undefined
      ? []
      : ['--since must be an instant with its UTC offset']),
  ];
  if (problems.length > 0) throw new CommandError(problems.join('; '), 2);
}

function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice('whsec_'.length), 'base64');
  return text === `whsec_${bytes.toString('base64')}` && bytes.length >= 24 && bytes.length <= 64;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function notice(line: string): void {
  process.stderr.write(`tributary: ${line}\n`);
}
