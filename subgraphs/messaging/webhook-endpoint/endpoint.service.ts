import { z } from 'zod';
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
import { checkedAct, checkedBody } from '../../../core/contract/checked.js';
import {
  type CreateEndpointBody,
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
import { type ActAnswer, actOnce, keepAct, keptOf, keyedRequest } from '../../../core/idempotency/act-once.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import { claim, release } from '../../../core/idempotency/idempotency.js';
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
import { type KeptSecret, keptOfSecret, keptSecret, secretMade } from './made-secret.js';
import { type ResentEvents, resendEvents } from './resend-events.js';
import { shownEndpoint } from './shown-endpoint.js';
import { tellDisabled, tellEndpoint } from './tell-endpoint.js';
import { unsubscribeAll, withdraw } from './withdraw.js';

export interface EndpointParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
  /** Says why nothing may be sent to an address. */
  readonly receivers: { problemOf(url: string): string | undefined };
  readonly endpointsPerOrganization: number;
}

/** With the secret that signs what it is sent. Shown once, and again to who repeats the request with its key. */
export type EndpointWithSecret = EndpointRow & { readonly secret: string };
type MadeSecret = ActAnswer<EndpointWithSecret>;

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
   * @throws {Problem} `validation_failed`, `organization_out_of_scope`, `too_many_webhook_endpoints`, `idempotency_conflict`,
   *   `idempotency_in_progress`; of a repetition `webhook_endpoint_not_found`, `webhook_secret_replaced`
   */
  async create(principal: Principal, input: unknown, idempotencyKey?: string | null): Promise<MadeSecret> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const body = checkedAct(createEndpointBody, input, idempotencyKey);
    this.#requireAddress(body.url);
    for (const id of body.organization_ids ?? []) requireOrganization(principal, id);
    return this.#parts.db.transaction(async (tx) => {
      const reached = (await tx.many(principal, everyOrganization, {})).map((one) => one.id);
      const organizationIds = body.organization_ids === undefined ? reached : [...new Set(body.organization_ids)];
      if (organizationIds.some((one) => !reached.includes(one))) throw new Problem('organization_out_of_scope');
      const request = {
        organizationId: firstOf(organizationIds),
        operation: 'create_webhook_endpoint',
        idempotencyKey,
        path: [],
        body: { ...body },
      };
      return actOnce(this.#acting(tx, principal), {
        request,
        kept: keptSecret,
        perform: () => this.#insert(tx, principal, body, organizationIds),
        repeat: (_, kept) => this.#made(tx, principal, kept),
      });
    });
  }

  async #insert(tx: Transaction, principal: Principal, body: CreateEndpointBody, organizationIds: readonly string[]) {
    await requireOneKind(tx, organizationIds);
    await this.#requireRoom(tx, organizationIds);
    const id = newId();
    const secret = newSecret();
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
    return { kept: keptOfSecret(id, secret), answer: { ...made, secret } };
  }

  /** An endpoint and the secret that an earlier request made, for who still reaches it. */
  async #made(tx: Transaction, principal: Principal, kept: KeptSecret): Promise<EndpointWithSecret> {
    const endpoint = await lock(tx, principal, kept.id);
    requireWhole(principal, endpoint);
    const { earlierSecret: _, earlierSecretUntil: __, ...shown } = endpoint;
    return { ...shown, secret: secretMade(this.#parts.secrets, endpoint, kept) };
  }

  #acting(tx: Transaction, principal: Principal) {
    return { tx, principal, clientKeys: this.#parts.clientKeys };
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

  /**
   * Both secrets sign for a day, so that a receiver can change over. With a key a repetition rotates nothing: two rotations would
   * leave a receiver with a secret that signs no more.
   *
   * @throws {Problem} `webhook_endpoint_not_found`, `idempotency_conflict`, `idempotency_in_progress`; of a repetition
   *   `webhook_secret_replaced`
   */
  async rotateSecret(principal: Principal, id: string, idempotencyKey?: string | null): Promise<MadeSecret> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    checkedAct(NO_BODY, {}, idempotencyKey);
    return this.#parts.db.transaction(async (tx) => {
      const before = await lock(tx, principal, id);
      requireWhole(principal, before);
      const organizationId = firstOf(before.organizationIds);
      const act = { operation: 'rotate_webhook_secret', idempotencyKey, path: [id], body: {} };
      return actOnce(this.#acting(tx, principal), {
        request: { organizationId, ...act },
        kept: keptSecret,
        perform: () => this.#rotate(tx, principal, before),
        repeat: (_, kept) => this.#made(tx, principal, kept),
      });
    });
  }

  async #rotate(tx: Transaction, principal: Principal, before: EndpointRow & { readonly secret: string }) {
    const { secrets } = this.#parts;
    const { id } = before;
    const secret = newSecret();
    const rotated = await tx.first(WEBHOOKS, rotateEndpointSecret, {
      id,
      secret: sealedSecret(secrets, id, secret),
      earlier: sealedEarlier(secrets, id, before.secret),
      hours: ROTATES_FOR_HOURS,
    });
    if (rotated === undefined) throw new Error('a webhook endpoint vanished under its lock');
    await this.#audit(tx, principal, 'rotate_secret', before, {});
    return { kept: keptOfSecret(id, secret), answer: { ...rotated, secret } };
  }

  /**
   * Sends it an event that says nothing. Answers the event's id.
   *
   * @throws {Problem} `webhook_endpoint_not_found`, `webhook_endpoint_disabled`, `idempotency_conflict`, `idempotency_in_progress`
   */
  async test(
    principal: Principal,
    id: string,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<{ readonly eventId: string }>> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    checkedAct(NO_BODY, {}, idempotencyKey);
    return this.#parts.db.transaction(async (tx) => {
      const { organizationIds } = await lock(tx, principal, id);
      const organizationId = firstOf(organizationIds);
      const act = { operation: 'test_webhook_endpoint', idempotencyKey, path: [id], body: {} };
      return actOnce(this.#acting(tx, principal), {
        request: { organizationId, ...act },
        kept: keptEvent,
        perform: async () => {
          const sent = await this.#sendTest(tx, principal, id);
          return { kept: sent, answer: sent };
        },
        repeat: async (_, kept) => kept,
      });
    });
  }

  async #sendTest(tx: Transaction, principal: Principal, id: string): Promise<{ readonly eventId: string }> {
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
  }

  /**
   * With a key, a repetition of what was carried out to its end is answered with its numbers. Before that it goes on: what waits
   * already is not queued twice.
   *
   * @see resendEvents
   * @throws {Problem} `validation_failed`, `webhook_endpoint_not_found`, `webhook_endpoint_disabled`, `event_not_found`,
   *   `idempotency_conflict`, `idempotency_in_progress`
   */
  async resend(
    principal: Principal,
    id: string,
    input: unknown,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<ResentEvents>> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const asked = checkedAct(resendBody, input, idempotencyKey);
    const { db, clientKeys } = this.#parts;
    const begun = await db.transaction(async (tx) => {
      const act = { operation: RESEND, idempotencyKey, path: [id], body: { ...asked } };
      const { organizationIds } = await lock(tx, principal, id);
      const keyed = keyedRequest(clientKeys, principal, { organizationId: firstOf(organizationIds), ...act });
      const decision = keyed && (await claim(tx, principal, keyed, newId()));
      if (decision !== undefined && decision.kind !== 'proceed') return { known: keptEvents.parse(keptOf(decision)) };
      const endpoint = await lockEnabled(tx, principal, id);
      await this.#requireEvent(tx, principal, endpoint, asked.event_id ?? asked.after);
      await this.#audit(tx, principal, 'resend', endpoint, { after: asked });
      if (keyed === undefined || decision === undefined) return { keyed: undefined };
      const subject = { organizationId: keyed.organizationId, operation: RESEND, subjectId: decision.subjectId };
      await release(tx, principal, subject);
      return { keyed: subject };
    });
    if (begun.known !== undefined) return { ...begun.known, replayed: true };
    const locked = (tx: Transaction) => lockEnabled(tx, principal, id);
    const after = asked.after === undefined ? undefined : await db.first(principal, eventById, { id: asked.after });
    const answer = await resendEvents({ db, locked }, id, { ...asked, after });
    const { keyed } = begun;
    if (keyed !== undefined) await db.transaction((tx) => keepAct(tx, principal, keyed, keyed.subjectId, answer));
    return { ...answer, replayed: false };
  }

  /** @throws {Problem} `event_not_found` */
  async #requireEvent(tx: Transaction, principal: Principal, endpoint: EndpointRow, id: string | undefined) {
    if (id === undefined) return;
    const event = await findEvent(tx, principal, id);
    if (event === undefined || !endpoint.organizationIds.includes(event.organizationId))
      throw new Problem('event_not_found');
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

/** The organization that the key of an act is kept in: the same one for a repetition. */
function firstOf(organizationIds: readonly string[]): string {
  const [first] = [...organizationIds].sort();
  if (first === undefined) throw new Problem('organization_out_of_scope');
  return first;
}

const NO_BODY = z.strictObject({});
const RESEND = 'resend_webhook_events';
const keptEvent = z.object({ eventId: z.string() });
const keptEvents = z.object({ queued: z.int(), nextAfter: z.string().nullable() });

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
