import { actorKindOf, changeOf, recordSharedAct } from '../../../core/audit/record.js';
import { sandboxOrganizations } from '../../../core/auth/api-keys/store.js';
import {
  type Principal,
  requireOrganization,
  requireScope,
  systemPrincipal,
  within,
} from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { checkedBody } from '../../../core/contract/checked.js';
import {
  createEndpointBody,
  resendBody,
  type UpdateEndpointBody,
  updateEndpointBody,
} from '../../../core/contract/webhook-endpoint.js';
import { columns } from '../../../core/db/columns.js';
import type { Database, Transaction } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/keyset.js';
import { readPage } from '../../../core/db/list.js';
import { statement } from '../../../core/db/statement.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import { wrongValue } from '../../../core/errors/validation.js';
import type { PageArguments } from '../../../core/graphql/page-arguments.js';
import { isId, newId } from '../../../core/ids.js';
import type { SecretsAtRest } from '../../../core/secrets/at-rest.js';
import { eventById } from '../event/event.store.js';
import { deliverTest, subscribe } from '../webhook-delivery/delivery.store.js';
import { ATTEMPTS, type AttemptRow } from './attempt.store.js';
import {
  changeEndpoint,
  deleteEndpoint,
  disableEndpoint,
  ENDPOINTS,
  type EndpointRow,
  enableEndpoint,
  endpointById,
  fullOrganization,
  insertEndpoint,
  lockEndpoint,
  lockEndpointCounts,
  rotateEndpointSecret,
} from './endpoint.store.js';
import { concernsOf, type JudgedEndpoint } from './endpoint-concerns.js';
import { reachesWhole, reachOf, requireWhole, seenBy } from './endpoint-reach.js';
import { newSecret, sealedEarlier, sealedSecret } from './endpoint-secrets.js';
import { type ResentEvents, resendEvents } from './resend-events.js';
import { shownEndpoint } from './shown-endpoint.js';
import { tellDisabled, tellEndpoint } from './tell-endpoint.js';
import { unsubscribeAll, withdraw } from './withdraw.js';

export interface EndpointParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly secrets: SecretsAtRest;
  /** Says why nothing may be sent to an address. */
  readonly receivers: { problemOf(url: string): string | undefined };
  readonly endpointsPerOrganization: number;
}

/** With the secret that signs what it is sent: shown this once. */
export type EndpointWithSecret = EndpointRow & { readonly secret: string };

const WEBHOOKS = systemPrincipal('webhooks');
/** How long the secret before the current one goes on signing. */
const ROTATES_FOR_HOURS = 24;

const everyOrganization = statement({
  name: 'webhook_endpoint.organizations',
  gives: columns('Organization', 'o', ['id']),
  text: ({ scope }) => `select o.id from organization o where ${scope('o.id')} order by o.id`,
});

/** Where events are sent. Every change is audited, whoever makes it: an endpoint tells an outsider what happens here. */
export class WebhookEndpointService {
  readonly #parts: EndpointParts;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  /** Newest first. */
  async list(principal: Principal, request: PageArguments): Promise<Page<EndpointRow>> {
    requireScope(principal, 'webhook_endpoints:read');
    const page = await readPage(this.#parts, principal, ENDPOINTS, reachOf(principal), {}, request);
    return { ...page, items: page.items.map((endpoint) => seenBy(principal, endpoint)) };
  }

  /** @throws {Problem} `webhook_endpoint_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<EndpointRow> {
    requireScope(principal, 'webhook_endpoints:read');
    return this.#find(principal, id);
  }

  /** What became of each try, newest first. @throws {Problem} `webhook_endpoint_not_found` */
  async attempts(
    principal: Principal,
    { endpointId, eventId = null, ...request }: PageArguments & { endpointId: string; eventId?: string | null },
  ): Promise<Page<AttemptRow>> {
    await this.one(principal, endpointId);
    return readPage(this.#parts, principal, ATTEMPTS, { endpointId, eventId }, { endpointId, eventId }, request);
  }

  /**
   * Its maker must be able to read events. What the maker might do otherwise is kept with it: revoking the key does not stop it.
   *
   * @throws {Problem} `validation_failed`, `organization_out_of_scope`, `too_many_webhook_endpoints`
   */
  async create(principal: Principal, input: unknown): Promise<EndpointWithSecret> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const body = checkedBody(createEndpointBody, input);
    this.#requireAddress(body.url);
    for (const id of body.organization_ids ?? []) requireOrganization(principal, id);
    const id = newId();
    const secret = newSecret();
    const endpoint = await this.#parts.db.transaction(async (tx) => {
      const reached = (await tx.many(principal, everyOrganization, {})).map((one) => one.id);
      const organizationIds = body.organization_ids === undefined ? reached : [...new Set(body.organization_ids)];
      if (organizationIds.some((one) => !reached.includes(one))) throw new Problem('organization_out_of_scope');
      await requireOneKind(tx, organizationIds);
      await this.#requireRoom(tx, organizationIds);
      const made = await tx.first(WEBHOOKS, insertEndpoint, {
        id,
        url: body.url,
        description: body.description ?? null,
        types: body.types,
        organizationIds,
        scopes: principal.scopes,
        actorKind: actorKindOf(principal),
        actor: principal.actor,
        secret: sealedSecret(this.#parts.secrets, id, secret),
      });
      if (made === undefined) throw new Error('a webhook endpoint was not written');
      await subscribeAll(tx, made);
      await this.#audit(tx, principal, 'create', made, { after: shownEndpoint(made) });
      return made;
    });
    return { ...endpoint, secret };
  }

  /**
   * Who reaches only some of its organizations may stop it for those alone.
   *
   * @throws {Problem} `validation_failed`, `webhook_endpoint_not_found`, `organization_out_of_scope`
   */
  async update(principal: Principal, id: string, input: unknown): Promise<EndpointRow> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const body = checkedBody(updateEndpointBody, input);
    return this.#parts.db.transaction(async (tx) => {
      const before = await lock(tx, principal, id);
      if (!reachesWhole(principal, before) && isStop(body)) return withdraw(tx, this.#parts.clock, principal, before);
      requireWhole(principal, before);
      // An address that was accepted before a rule is kept: a client that sends the endpoint back as it is changes nothing.
      if (body.url !== undefined && body.url !== before.url) this.#requireAddress(body.url);
      const after = await this.#changed(tx, principal, before, body);
      await this.#audit(tx, principal, 'update', after, changeOf(shownEndpoint(before), shownEndpoint(after)));
      return after;
    });
  }

  /** What is kept for it is not sent any more; for who reaches only some of its organizations, of those. @throws {Problem} `webhook_endpoint_not_found` */
  async delete(principal: Principal, id: string): Promise<EndpointRow> {
    requireScope(principal, 'webhook_endpoints:write');
    return this.#parts.db.transaction(async (tx) => {
      const before = await lock(tx, principal, id);
      if (!reachesWhole(principal, before)) return withdraw(tx, this.#parts.clock, principal, before);
      await unsubscribeAll(tx, before);
      await tx.first(WEBHOOKS, deleteEndpoint, { id });
      await this.#audit(tx, principal, 'delete', before, { before: shownEndpoint(before) });
      return before;
    });
  }

  /** Both secrets sign for a day, so that a receiver can change over. @throws {Problem} `webhook_endpoint_not_found` */
  async rotateSecret(principal: Principal, id: string): Promise<EndpointWithSecret> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const secret = newSecret();
    const endpoint = await this.#parts.db.transaction(async (tx) => {
      const before = await lock(tx, principal, id);
      requireWhole(principal, before);
      const { secrets } = this.#parts;
      const rotated = await tx.first(WEBHOOKS, rotateEndpointSecret, {
        id,
        secret: sealedSecret(secrets, id, secret),
        earlier: sealedEarlier(secrets, id, before.secret),
        hours: ROTATES_FOR_HOURS,
      });
      if (rotated === undefined) throw new Error('a webhook endpoint vanished under its lock');
      await this.#audit(tx, principal, 'rotate_secret', before, {});
      return rotated;
    });
    return { ...endpoint, secret };
  }

  /** Sends it an event that says nothing. Answers the event's id. @throws {Problem} `webhook_endpoint_not_found`, `webhook_endpoint_disabled` */
  async test(principal: Principal, id: string): Promise<{ readonly eventId: string }> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    return this.#parts.db.transaction(async (tx) => {
      const endpoint = await lockEnabled(tx, principal, id);
      const [first] = endpoint.organizationIds;
      const organizationIds = first === undefined ? [] : [first];
      const event = {
        type: 'webhook_endpoint.test',
        status: endpoint.status,
        previousStatus: null,
        code: null,
        actor: principal.actor,
      } as const;
      const [made] = await tellEndpoint(tx, { id, organizationIds }, event);
      if (made === undefined) throw new Error('a webhook endpoint has no organization');
      const [organizationId, eventId] = made;
      await tx.many(within(WEBHOOKS, organizationId), deliverTest, { organizationId, endpointId: id, eventId });
      await this.#audit(tx, principal, 'test', endpoint, {});
      return { eventId };
    });
  }

  /** @see resendEvents. @throws {Problem} `validation_failed`, `webhook_endpoint_not_found`, `webhook_endpoint_disabled`, `event_not_found` */
  async resend(principal: Principal, id: string, input: unknown): Promise<ResentEvents> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const asked = checkedBody(resendBody, input);
    const { db } = this.#parts;
    await db.transaction(async (tx) => {
      const endpoint = await lockEnabled(tx, principal, id);
      const named = asked.event_id ?? asked.after;
      const event = named === undefined ? undefined : await findEvent(tx, principal, named);
      if (named !== undefined && (event === undefined || !endpoint.organizationIds.includes(event.organizationId))) {
        throw new Problem('event_not_found');
      }
      await this.#audit(tx, principal, 'resend', endpoint, { after: asked });
    });
    const locked = (tx: Transaction) => lockEnabled(tx, principal, id);
    const after = asked.after === undefined ? undefined : await db.first(principal, eventById, { id: asked.after });
    return resendEvents({ db, locked }, id, { ...asked, after });
  }

  async #changed(tx: Transaction, principal: Principal, before: EndpointRow, body: UpdateEndpointBody) {
    const { id } = before;
    const { url = before.url, types = before.types, description = before.description } = body;
    const changed = await tx.first(WEBHOOKS, changeEndpoint, { id, url, types, description });
    const { status = before.status } = body;
    if (status === before.status || changed === undefined) return changed ?? before;
    if (status === 'enabled') {
      const passedOverSince = await subscribeAll(tx, before);
      return (await tx.first(WEBHOOKS, enableEndpoint, { id, passedOverSince })) ?? changed;
    }
    const disabled = await tx.first(WEBHOOKS, disableEndpoint, { id, reason: 'request' });
    await tellDisabled(tx, before, { code: 'request', actor: principal.actor });
    return disabled ?? changed;
  }

  /** @see endpoint-concerns.ts */
  concernsOf(endpoint: JudgedEndpoint, sandboxIds: ReadonlySet<string>) {
    return concernsOf(endpoint, sandboxIds, this.#parts.receivers);
  }

  async #find(principal: Principal, id: string): Promise<EndpointRow> {
    const asked = { id, ...reachOf(principal) };
    const found = isId(id) ? await this.#parts.db.first(principal, endpointById, asked) : undefined;
    if (found === undefined) throw new Problem('webhook_endpoint_not_found');
    return seenBy(principal, found);
  }

  /** Each endpoint is sent everything of its types: their number bounds what one organization can make of an event. */
  async #requireRoom(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
    await tx.first(WEBHOOKS, lockEndpointCounts, { organizationIds });
    const most = this.#parts.endpointsPerOrganization;
    const full = await tx.first(WEBHOOKS, fullOrganization, { organizationIds, most });
    if (full !== undefined) throw new Problem('too_many_webhook_endpoints');
  }

  #requireAddress(url: string): void {
    const problem = this.#parts.receivers.problemOf(url);
    if (problem === undefined) return;
    throw invalid([{ loc: ['body', 'url'], msg: `Value error, url ${problem}`, type: 'value_error', input: url }]);
  }

  async #audit(
    tx: Transaction,
    principal: Principal,
    verb: string,
    { id: subject, organizationIds }: EndpointRow,
    change: object,
  ): Promise<void> {
    const act = { action: `webhook_endpoint.${verb}`, subject, organizationIds, ...change };
    await recordSharedAct(tx, this.#parts.clock, principal, act);
  }
}

/** What happens in a sandbox is no lender's business, and the other way round. @throws {Problem} `validation_failed` */
async function requireOneKind(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  const sandboxes = await sandboxOrganizations(tx.models(WEBHOOKS), organizationIds);
  if (sandboxes === 0 || sandboxes === organizationIds.length) return;
  throw invalid([wrongValue('organization_ids', 'an endpoint has sandbox organizations, or others, not both', null)]);
}

/** From now on. Answers since when events are passed over by that; null: none is. */
async function subscribeAll(tx: Transaction, { id, organizationIds }: EndpointRow): Promise<string | null> {
  const since: string[] = [];
  for (const organizationId of organizationIds) {
    const done = await tx.first(within(WEBHOOKS, organizationId), subscribe, { organizationId, endpointId: id });
    if (done !== undefined && done.passedOverSince !== null) since.push(done.passedOverSince);
  }
  return since.sort()[0] ?? null;
}

async function lock(tx: Transaction, principal: Principal, id: string) {
  const asked = { id, ...reachOf(principal) };
  const locked = isId(id) ? await tx.first(principal, lockEndpoint, asked) : undefined;
  if (locked === undefined) throw new Problem('webhook_endpoint_not_found');
  return locked;
}

async function lockEnabled(tx: Transaction, principal: Principal, id: string) {
  const locked = await lock(tx, principal, id);
  requireWhole(principal, locked);
  if (locked.status !== 'enabled') throw new Problem('webhook_endpoint_disabled');
  return locked;
}

/** Whether a change does nothing but stop it. */
function isStop({ status, ...others }: UpdateEndpointBody): boolean {
  return status === 'disabled' && Object.values(others).every((member) => member === undefined);
}

async function findEvent(tx: Transaction, principal: Principal, id: string) {
  return isId(id) ? tx.first(principal, eventById, { id }) : undefined;
}
