import type { Command } from 'commander';
import { snakeCased } from '../../core/contract/case-conversion.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { outgoingWebhooksOf } from '../../runtime/assembly/services/outgoing-webhooks.js';
import { type Session, withSession } from '../../runtime/command-session.js';
import type { WebhookEndpointService } from '../../subgraphs/messaging/outgoing-webhooks/endpoint/endpoint.service.js';
import { sandboxesAmong } from '../../subgraphs/messaging/outgoing-webhooks/endpoint/endpoint-rule-violations.js';
import { commandLinePrincipal } from '../command-line-principal.js';
import { table, withAnswer } from '../command-result-as-json-or-text.js';
import { withPlainRefusals } from '../reader-principal.js';

const MOST = 1_000;

export function registerWebhookEndpoints(program: Command): void {
  const endpoints = program
    .command('webhook-endpoints')
    .description('webhook endpoints: create, list, enable, disable, delete, rotate the secret, test, attempts, resend');
  registerCreate(endpoints);
  registerList(endpoints);
  registerAttempts(endpoints);
  registerResend(endpoints);
  onOne(endpoints, 'enable', 'send to it again, from now on', (service, id) => change(service, id, 'enabled'));
  onOne(endpoints, 'disable', 'stop sending to it; events are still stored', (service, id) =>
    change(service, id, 'disabled'),
  );
  onOne(endpoints, 'delete', 'delete it with its secrets', async (service, id) => {
    await service.delete(operator(), id);
    return { document: { id, deleted: true }, text: `Deleted ${id}.` };
  });
  onOne(
    endpoints,
    'rotate-secret',
    'create a new secret; the old one also signs for one more day',
    async (service, id) => {
      const { secret } = await service.rotateSecret(operator(), id);
      return { document: { id, secret }, text: `${secret}\n\nKeep it now: it is not shown again.` };
    },
  );
  onOne(endpoints, 'test', 'send it a test event', async (service, id) => {
    const { eventId } = await service.test(operator(), id);
    return { document: { event_id: eventId }, text: `The event ${eventId} is being sent.` };
  });
}

function registerCreate(endpoints: Command): void {
  const command = endpoints
    .command('create')
    .argument('<url>', 'where events are sent')
    .description('create an endpoint and show its secret, only this once')
    .requiredOption('--types <type...>', 'event types: payment.posted, payment.*, *')
    .requiredOption('--organization <id...>', 'organizations whose events are sent')
    .option('--description <text>', 'its purpose');
  withAnswer(command, async (url = '') => {
    const { types, organization, description } = command.opts<{
      readonly types: readonly string[];
      readonly organization: readonly string[];
      readonly description?: string;
    }>();
    const body = { url, types, organization_ids: organization, ...(description !== undefined && { description }) };
    const made = await withEndpoints((service) => service.create(operator(), body));
    return {
      document: snakeCased(made),
      text: `${made.id}\n${made.secret}\n\nKeep the secret now: it is not shown again.`,
    };
  });
}

function registerList(endpoints: Command): void {
  const command = endpoints
    .command('list')
    .description('list endpoints with their health and the current rules they break')
    .option('--concerns', 'only endpoints that break a current rule because they were created before it');
  withAnswer(command, async () => {
    const all = await withEndpoints(listWithConcerns);
    const items = command.opts<{ concerns?: boolean }>().concerns ? all.filter((one) => one.concerns.length > 0) : all;
    const rows = items.map(({ id, url, types, status, disabledReason, failingSince, lastError, concerns }) => [
      id,
      disabledReason === null ? status : `${status} (${disabledReason})`,
      failingSince === null ? '' : `${failingSince} ${lastError ?? ''}`,
      concerns.join(','),
      types.join(','),
      url,
    ]);
    return {
      document: { webhook_endpoints: items.map(snakeCased) },
      text: table(['ID', 'STATUS', 'FAILING SINCE', 'CONCERNS', 'TYPES', 'URL'], rows),
    };
  });
}

async function listWithConcerns(service: WebhookEndpointService, { db }: Session) {
  const { items } = await service.list(operator(), { limit: MOST });
  const sandboxes = await sandboxesAmong(
    { db },
    operator(),
    items.flatMap(({ organizationIds }) => organizationIds),
  );
  return items.map((endpoint) => ({ ...endpoint, concerns: service.concernsOf(endpoint, sandboxes) }));
}

function registerAttempts(endpoints: Command): void {
  const command = endpoints
    .command('attempts')
    .argument('<id>', 'the endpoint')
    .description('list the last 100 attempts, with the start of each response');
  withAnswer(command, async (endpointId = '') => {
    const { items } = await withEndpoints((service) => service.attempts(operator(), { endpointId, limit: 100 }));
    const rows = items.map((one) => [
      one.createdAt,
      one.eventId,
      String(one.number),
      String(one.httpStatus ?? one.error),
      `${one.durationMs} ms`,
    ]);
    return {
      document: { attempts: items.map(snakeCased) },
      text: table(['AT', 'EVENT', 'TRY', 'ANSWER', 'TOOK'], rows),
    };
  });
}

function registerResend(endpoints: Command): void {
  const command = endpoints
    .command('resend')
    .argument('<id>', 'the endpoint')
    .description('send events again: one event, or those of a period')
    .option('--event <id>', 'one event, whether or not it was delivered')
    .option('--from <instant>', 'events from this instant on, for example 2026-01-31T00:00:00Z')
    .option('--until <instant>', 'events before this instant');
  withAnswer(command, async (id = '') => {
    const { event: event_id, from, until } = command.opts<{ event?: string; from?: string; until?: string }>();
    const queued = await withEndpoints((service) => resendAll(service, id, { event_id, from, until }));
    return { document: { queued }, text: `${queued} ${queued === 1 ? 'event is' : 'events are'} being sent.` };
  });
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

type Act = (service: WebhookEndpointService, id: string) => Promise<{ document: unknown; text: string }>;

function onOne(endpoints: Command, name: string, description: string, act: Act): void {
  const command = endpoints.command(name).argument('<id>', 'the endpoint').description(description);
  withAnswer(command, (id = '') => withEndpoints((service) => act(service, id)));
}

async function change(service: WebhookEndpointService, id: string, status: 'enabled' | 'disabled') {
  const changed = await service.update(operator(), id, { status });
  return { document: snakeCased(changed), text: `${id} is ${status}.` };
}

/** The command line has access to the database anyway, so it gets every right. */
function operator() {
  return { ...commandLinePrincipal(), scopes: SCOPES };
}

function withEndpoints<T>(work: (service: WebhookEndpointService, session: Session) => Promise<T>): Promise<T> {
  return withSession((session) => withPlainRefusals(work(outgoingWebhooksOf(session).endpoints, session)), {
    use: { keepsSecrets: true },
  });
}
