import { z } from 'zod';
import { actorKindOf } from '../../../../core/audit/record.js';
import { sandboxOrganizations } from '../../../../core/auth/api-keys/store.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { type CreateEndpointBody, createEndpointBody } from '../../../../core/contract/webhook-endpoint.js';
import { columns } from '../../../../core/db/columns.js';
import type { Transaction } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { wrongValue } from '../../../../core/errors/validation.js';
import { type ActAnswer, createOnce } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { newId } from '../../../../core/ids/ids.js';
import {
  type Principal,
  requireOrganization,
  requireScope,
  systemPrincipal,
} from '../../../../core/principal/principal.js';
import {
  type EndpointRow,
  fullOrganization,
  insertEndpoint,
  lockEndpointCounts,
  rotateEndpointSecret,
} from './endpoint.store.js';
import { endpointAuditFields } from './endpoint-audit-fields.js';
import {
  auditEndpoint,
  type EndpointParts,
  firstOf,
  lock,
  requireAddress,
  subscribeAll,
} from './endpoint-locking-and-audit.js';
import { newSecret, sealedEarlier, sealedSecret } from './endpoint-secrets.js';
import { requireAllOrganizations } from './endpoint-visibility.js';
import { type KeptSecret, keptSecret, replayedSecret, storedSecretOf } from './replayed-secret.js';

/** An endpoint with its signing secret. Shown once, and again when the request is repeated with its key. */
export type EndpointWithSecret = EndpointRow & { readonly secret: string };
type MadeSecret = ActAnswer<EndpointWithSecret>;

const WEBHOOKS = systemPrincipal('webhooks');
/** How long the previous secret continues to sign. */
const ROTATES_FOR_HOURS = 24;

const everyOrganization = statement({
  name: 'webhook_endpoint.organizations',
  gives: columns('Organization', 'o', ['id']),
  text: ({ scope }) => `select o.id from organization o where ${scope('o.id')} order by o.id`,
});

/**
 * Requests that create a secret: each once per key, so that a lost response does not leave a receiver without its
 * secret.
 */
export class EndpointCreator {
  readonly #parts: EndpointParts;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
  }

  /**
   * The creator must have the scope to read events. The creator's scopes are stored with the endpoint, and revoking
   * the key does not stop it.
   *
   * @throws {Problem} `validation_failed`, `organization_out_of_scope`, `too_many_webhook_endpoints`,
   * `idempotency_conflict`, `idempotency_in_progress`; for a repetition also `webhook_endpoint_not_found`,
   * `webhook_secret_replaced`
   */
  async create(principal: Principal, input: unknown, idempotencyKey?: string | null): Promise<MadeSecret> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const body = checkedOptionalKeyWrite(createEndpointBody, input, idempotencyKey);
    requireAddress(this.#parts, body.url);
    for (const id of body.organization_ids ?? []) requireOrganization(principal, id);
    return this.#parts.db.transaction(async (tx) => {
      const reached = (await tx.many(principal, everyOrganization, {})).map((one) => one.id);
      const organizationIds = body.organization_ids === undefined ? reached : [...new Set(body.organization_ids)];
      if (organizationIds.some((one) => !reached.includes(one))) throw new Problem('organization_out_of_scope');
      const request = {
        organizationId: firstOf(organizationIds, principal),
        operation: 'create_webhook_endpoint',
        idempotencyKey,
        path: [],
        body: { ...body },
      };
      return createOnce(this.#acting(tx, principal), {
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
    const { clock } = this.#parts;
    await auditEndpoint({ tx, clock, principal }, 'create', made, { after: endpointAuditFields(made) });
    return { kept: storedSecretOf(id, secret), answer: { ...made, secret } };
  }

  /** The endpoint and secret of an earlier request, if the endpoint is still in the caller's scope. */
  async #made(tx: Transaction, principal: Principal, kept: KeptSecret): Promise<EndpointWithSecret> {
    const endpoint = await lock(tx, principal, kept.id);
    requireAllOrganizations(principal, endpoint);
    const { earlierSecret: _, earlierSecretUntil: __, ...shown } = endpoint;
    return { ...shown, secret: replayedSecret(this.#parts.secrets, endpoint, kept) };
  }

  #acting(tx: Transaction, principal: Principal) {
    return { tx, principal, clientKeys: this.#parts.clientKeys };
  }

  /**
   * Both secrets sign for a day, so that a receiver can switch over. A repetition with the same key does not rotate
   * again: two rotations would leave a receiver with an invalid secret.
   *
   * @throws {Problem} `webhook_endpoint_not_found`, `idempotency_conflict`, `idempotency_in_progress`; for a
   * repetition also `webhook_secret_replaced`
   */
  async rotateSecret(principal: Principal, id: string, idempotencyKey?: string | null): Promise<MadeSecret> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    checkedOptionalKeyWrite(NO_BODY, {}, idempotencyKey);
    return this.#parts.db.transaction(async (tx) => {
      const before = await lock(tx, principal, id);
      requireAllOrganizations(principal, before);
      const organizationId = firstOf(before.organizationIds, principal);
      const act = { operation: 'rotate_webhook_secret', idempotencyKey, path: [id], body: {} };
      return createOnce(this.#acting(tx, principal), {
        request: { organizationId, ...act },
        kept: keptSecret,
        perform: () => this.#rotate(tx, principal, before),
        repeat: (_, kept) => this.#made(tx, principal, kept),
      });
    });
  }

  async #rotate(tx: Transaction, principal: Principal, before: EndpointRow & { readonly secret: string }) {
    const { clock, secrets } = this.#parts;
    const { id } = before;
    const secret = newSecret();
    const rotated = await tx.first(WEBHOOKS, rotateEndpointSecret, {
      id,
      secret: sealedSecret(secrets, id, secret),
      earlier: sealedEarlier(secrets, id, before.secret),
      hours: ROTATES_FOR_HOURS,
    });
    if (rotated === undefined) throw new Error('a webhook endpoint disappeared under its lock');
    await auditEndpoint({ tx, clock, principal }, 'rotate_secret', before, {});
    return { kept: storedSecretOf(id, secret), answer: { ...rotated, secret } };
  }

  /** Each endpoint receives every event of its types, so this limit bounds the deliveries per event. */
  async #requireRoom(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
    await tx.first(WEBHOOKS, lockEndpointCounts, { organizationIds });
    const most = this.#parts.endpointsPerOrganization;
    const full = await tx.first(WEBHOOKS, fullOrganization, { organizationIds, most });
    if (full !== undefined) throw new Problem('too_many_webhook_endpoints');
  }
}

/** Sandbox events must not be mixed with real ones. @throws {Problem} `validation_failed` */
async function requireOneKind(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  const sandboxes = await sandboxOrganizations(tx.models(WEBHOOKS), organizationIds);
  if (sandboxes === 0 || sandboxes === organizationIds.length) return;
  throw invalid([wrongValue('organization_ids', 'an endpoint cannot mix sandbox organizations with others', null)]);
}

const NO_BODY = z.strictObject({});
