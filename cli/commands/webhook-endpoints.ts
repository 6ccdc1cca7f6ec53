import { snakeCased } from '../../core/contract/case-conversion.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { withService } from '../../runtime/assembly/command-services.js';
import { KEEPS_SECRETS, type Session } from '../../runtime/command-session.js';
import type { WebhookEndpointService } from '../../subgraphs/messaging/outgoing-webhooks/endpoint/endpoint.service.js';
import { sandboxesAmong } from '../../subgraphs/messaging/outgoing-webhooks/endpoint/endpoint-rule-violations.js';
import { plainly } from '../command-error.js';
import { withScopes } from '../command-line-principal.js';
import { type Answer, type Declare, group, listed, withAnswer } from '../command-result-as-json-or-text.js';
import { operand, option } from '../options.js';

const MOST = 1_000;

export const webhookEndpointsCommands = group(
  'webhook endpoints: create, list, enable, disable, delete, rotate the secret, test, attempts, resend',
  {
    create: withAnswer(
      'create an endpoint and show its secret, only this once',
      [
        operand('<url>', 'where events are sent'),
        option('--types <type...>', 'event types: payment.posted, payment.*, *', { required: true }),
        option('--organization <id...>', 'organizations whose events are sent', {
          as: 'organization_ids',
          required: true,
        }),
        option('--description <text>', 'its purpose'),
      ],
      async ({ url, ...asked }) => {
        const made = await withEndpoints((service) => service.create(operator(), { url, ...asked }));
        const text = `${made.id}\n${made.secret}\n\nKeep the secret now: it is not shown again.`;
        return { document: snakeCased(made), text };
      },
    ),
    list: withAnswer(
      'list endpoints with their health and the current rules they break',
      [option('--concerns', 'only endpoints that break a current rule because they were created before it')],
      async ({ concerns: onlyConcerns }) => {
        const all = await withEndpoints(listWithConcerns);
        const items = onlyConcerns ? all.filter(({ concerns }) => concerns.length > 0) : all;
        return listed('webhook_endpoints', items, {
          ID: 'id',
          STATUS: ({ status, disabledReason: why }: Listed) => (why === null ? status : `${status} (${why})`),
          'FAILING SINCE': ({ failingSince, lastError }: Listed) =>
            failingSince === null ? '' : `${failingSince} ${lastError ?? ''}`,
          CONCERNS: ({ concerns }: Listed) => concerns.join(','),
          TYPES: ({ types }: Listed) => types.join(','),
          URL: 'url',
        });
      },
    ),
    attempts: onOne('list the last 100 attempts, with the start of each response', async (service, id) => {
      const { items } = await service.attempts(operator(), { endpointId: id, limit: 100 });
      return listed('attempts', items, {
        AT: 'createdAt',
        EVENT: 'eventId',
        TRY: 'number',
        ANSWER: ({ httpStatus, error }) => String(httpStatus ?? error),
        TOOK: ({ durationMs }) => `${durationMs} ms`,
      });
    }),
    resend: withAnswer(
      'send events again: one event, or those of a period',
      [
        operand('<id>', 'the endpoint'),
        option('--event <id>', 'one event, whether or not it was delivered', { as: 'event_id' }),
        option('--from <instant>', 'events from this instant on, for example 2026-01-31T00:00:00Z'),
        option('--until <instant>', 'events before this instant'),
      ],
      async ({ id, ...asked }) => {
        const queued = await withEndpoints((service) => resendAll(service, id, asked));
        return { document: { queued }, text: `${queued} ${queued === 1 ? 'event is' : 'events are'} being sent.` };
      },
    ),
    enable: onOne('send to it again, from now on', (service, id) => change(service, id, 'enabled')),
    disable: onOne('stop sending to it; events are still stored', (service, id) => change(service, id, 'disabled')),
    delete: onOne('delete it with its secrets', async (service, id) => {
      await service.delete(operator(), id);
      return { document: { id, deleted: true }, text: `Deleted ${id}.` };
    }),
    'rotate-secret': onOne('create a new secret; the old one also signs for one more day', async (service, id) => {
      const { secret } = await service.rotateSecret(operator(), id);
      return { document: { id, secret }, text: `${secret}\n\nKeep it now: it is not shown again.` };
    }),
    test: onOne('send it a test event', async (service, id) => {
      const { eventId } = await service.test(operator(), id);
      return { document: { event_id: eventId }, text: `The event ${eventId} is being sent.` };
    }),
  },
);

type Listed = Awaited<ReturnType<typeof listWithConcerns>>[number];

async function listWithConcerns(service: WebhookEndpointService, { db }: Session) {
  const { items } = await service.list(operator(), { limit: MOST });
  const organizations = items.flatMap(({ organizationIds }) => organizationIds);
  const sandboxes = await sandboxesAmong({ db }, operator(), organizations);
  return items.map((endpoint) => ({ ...endpoint, concerns: service.concernsOf(endpoint, sandboxes) }));
}

/** Request by request, until none are left. */
async function resendAll(service: WebhookEndpointService, id: string, request: object): Promise<number> {
  let queued = 0;
  for (let after: string | undefined; ; ) {
    const sent = await service.resend(operator(), id, { ...request, after });
    queued += sent.queued;
    if (sent.nextAfter === null) return queued;
    after = sent.nextAfter;
  }
}

type Act = (service: WebhookEndpointService, id: string) => Promise<Answer>;

function onOne(description: string, act: Act): Declare {
  return withAnswer(description, [operand('<id>', 'the endpoint')], ({ id }) =>
    withEndpoints((service) => act(service, id)),
  );
}

async function change(service: WebhookEndpointService, id: string, status: 'enabled' | 'disabled') {
  const changed = await service.update(operator(), id, { status });
  return { document: snakeCased(changed), text: `${id} is ${status}.` };
}

/** The command line has access to the database anyway, so it gets every right. */
function operator() {
  return withScopes(SCOPES);
}

function withEndpoints<T>(work: (service: WebhookEndpointService, session: Session) => Promise<T>): Promise<T> {
  return withService('webhookEndpoints', work, KEEPS_SECRETS).catch(plainly);
}
