import { changeOf } from '../../../../core/audit/record.js';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { type UpdateEndpointBody, updateEndpointBody } from '../../../../core/contract/webhook-endpoint.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { PageArguments } from '../../../../core/graphql/page-arguments.js';
import { isId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope, systemPrincipal } from '../../../../core/principal/principal.js';
import { EndpointCreator } from './create-endpoint-or-rotate-secret.js';
import { ATTEMPTS, type AttemptRow } from './delivery-attempt.reads.store.js';
import {
  changeEndpoint,
  deleteEndpoint,
  disableEndpoint,
  ENDPOINTS,
  type EndpointRow,
  enableEndpoint,
  endpointById,
} from './endpoint.store.js';
import { endpointAuditFields } from './endpoint-audit-fields.js';
import { auditEndpoint, type EndpointParts, lock, requireAddress, subscribeAll } from './endpoint-locking-and-audit.js';
import { concernsOf, type JudgedEndpoint } from './endpoint-rule-violations.js';
import { coversAllOrganizations, reachOf, requireAllOrganizations, visibleEndpoint } from './endpoint-visibility.js';
import { insertDisabledEvents } from './insert-events-about-endpoint.js';
import { removeOrganizations, unsubscribeAll } from './remove-organizations-from-endpoint.js';
import { RequestedDeliveries } from './send-test-event-or-resend.js';

const WEBHOOKS = systemPrincipal('webhooks');
/** Webhook endpoints. Every change is audited, because an endpoint sends data to an outside address. */
export class WebhookEndpointService {
  readonly #parts: EndpointParts;
  readonly #maker: EndpointCreator;
  readonly #handSent: RequestedDeliveries;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    this.#maker = new EndpointCreator(parts);
    this.#handSent = new RequestedDeliveries(parts);
  }

  /** @see EndpointCreator.create */
  create(...request: Parameters<EndpointCreator['create']>) {
    return this.#maker.create(...request);
  }

  /** @see EndpointCreator.rotateSecret */
  rotateSecret(...request: Parameters<EndpointCreator['rotateSecret']>) {
    return this.#maker.rotateSecret(...request);
  }

  /** @see RequestedDeliveries.test */
  test(...request: Parameters<RequestedDeliveries['test']>) {
    return this.#handSent.test(...request);
  }

  /** @see RequestedDeliveries.resend */
  resend(...request: Parameters<RequestedDeliveries['resend']>) {
    return this.#handSent.resend(...request);
  }

  /** Newest first. */
  async list(principal: Principal, request: PageArguments): Promise<Page<EndpointRow>> {
    requireScope(principal, 'webhook_endpoints:read');
    const page = await readPage(this.#parts, principal, ENDPOINTS, reachOf(principal), {}, request);
    return { ...page, items: page.items.map((endpoint) => visibleEndpoint(principal, endpoint)) };
  }

  /** @throws {Problem} `webhook_endpoint_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<EndpointRow> {
    requireScope(principal, 'webhook_endpoints:read');
    return this.#find(principal, id);
  }

  /** Delivery attempts, newest first. @throws {Problem} `webhook_endpoint_not_found` */
  async attempts(
    principal: Principal,
    { endpointId, eventId = null, ...request }: PageArguments & { endpointId: string; eventId?: string | null },
  ): Promise<Page<AttemptRow>> {
    await this.one(principal, endpointId);
    return readPage(this.#parts, principal, ATTEMPTS, { endpointId, eventId }, { endpointId, eventId }, request);
  }

  /**
   * A caller with only some of its organizations in scope can disable it only for those.
   *
   * @throws {Problem} `validation_failed`, `webhook_endpoint_not_found`, `organization_out_of_scope`
   */
  async update(principal: Principal, id: string, input: unknown): Promise<EndpointRow> {
    requireScope(principal, 'webhook_endpoints:write');
    requireScope(principal, 'events:read');
    const body = checkedBody(updateEndpointBody, input);
    const { db, clock } = this.#parts;
    return db.transaction(async (tx) => {
      const before = await lock(tx, principal, id);
      if (!coversAllOrganizations(principal, before) && isStop(body))
        return removeOrganizations(tx, clock, principal, before);
      requireAllOrganizations(principal, before);
      // An address accepted before a rule stays valid if it does not change, so a client can send the endpoint back
      // unchanged.
      if (body.url !== undefined && body.url !== before.url) requireAddress(this.#parts, body.url);
      const after = await this.#changed(tx, principal, before, body);
      await auditEndpoint(
        { tx, clock, principal },
        'update',
        after,
        changeOf(endpointAuditFields(before), endpointAuditFields(after)),
      );
      return after;
    });
  }

  /**
   * Queued events are no longer sent. A caller with only some of its organizations in scope deletes it only for
   * those. @throws {Problem} `webhook_endpoint_not_found`
   */
  async delete(principal: Principal, id: string): Promise<EndpointRow> {
    requireScope(principal, 'webhook_endpoints:write');
    const { db, clock } = this.#parts;
    return db.transaction(async (tx) => {
      const before = await lock(tx, principal, id);
      if (!coversAllOrganizations(principal, before)) return removeOrganizations(tx, clock, principal, before);
      await unsubscribeAll(tx, before);
      await tx.first(WEBHOOKS, deleteEndpoint, { id });
      await auditEndpoint({ tx, clock, principal }, 'delete', before, { before: endpointAuditFields(before) });
      return before;
    });
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
    await insertDisabledEvents(tx, before, { code: 'request', actor: principal.actor });
    return disabled ?? changed;
  }

  /** @see endpoint-rule-violations.ts */
  concernsOf(endpoint: JudgedEndpoint, sandboxIds: ReadonlySet<string>) {
    return concernsOf(endpoint, sandboxIds, this.#parts.receivers);
  }

  async #find(principal: Principal, id: string): Promise<EndpointRow> {
    const asked = { id, ...reachOf(principal) };
    const found = isId(id) ? await this.#parts.db.first(principal, endpointById, asked) : undefined;
    if (found === undefined) throw new Problem('webhook_endpoint_not_found');
    return visibleEndpoint(principal, found);
  }
}

/** Whether a change only disables it. */
function isStop({ status, ...others }: UpdateEndpointBody): boolean {
  return status === 'disabled' && Object.values(others).every((member) => member === undefined);
}
