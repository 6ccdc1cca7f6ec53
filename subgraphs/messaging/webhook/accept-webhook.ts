import { createHash } from 'node:crypto';
import type { EmailProvider, Verification } from '../../../connectors/email-providers/port.js';
import type { EmailProviders } from '../../../connectors/email-providers/registry.js';
import { WebhookRequest } from '../../../connectors/email-providers/webhook-request.js';
import { type Principal, requireScope } from '../../../core/auth/principal.js';
import type { Clock } from '../../../core/clock.js';
import { isSignedByHeader, type WebhookHeaders } from '../../../core/contract/webhook-sender.js';
import type { Database } from '../../../core/db/database.js';
import { invalid, Problem } from '../../../core/errors/problem.js';
import { newId } from '../../../core/ids.js';
import type { Logger } from '../../../core/logger.js';
import type { Provenance } from '../campaign-event/enter-events.js';
import { countedCall } from './call-metrics.js';
import { CardDataThread } from './card-data-thread.js';
import { acceptBatch, acceptTokenBatch } from './webhook.store.js';
import { WebhookWaker } from './webhook-waker.js';

export interface WebhookCall {
  /** As the path names it; null when its headers and body must tell. */
  readonly provider: string | null;
  readonly headers: WebhookHeaders;
  /** The bytes as they came: signatures cover them. */
  readonly rawBody: Buffer;
}

export interface WebhookParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: EmailProviders;
  readonly logger: Logger;
}

/** Takes an email provider's call: says who sent it, keeps it, and leaves the rest to a job. */
export class WebhookAcceptor {
  readonly #parts: WebhookParts;
  readonly #waker: WebhookWaker;
  readonly #cards = new CardDataThread();

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#waker = new WebhookWaker(parts);
  }

  /**
   * @returns the id under which the call is kept.
   * @throws {Problem} `invalid_signature`; without a signature `missing_token` and `insufficient_scope`; `route_not_found` for a
   *   provider that there is none of; `malformed_request`, or `validation_failed` when no provider can be told.
   */
  accept(principal: Principal, call: WebhookCall): Promise<string> {
    return countedCall((isOf) => this.#accept(principal, call, isOf));
  }

  async #accept(
    principal: Principal,
    { provider: code, headers, rawBody }: WebhookCall,
    isOf: (provider: string) => void,
  ): Promise<string> {
    const { db, clock, logger } = this.#parts;
    if (principal.kind !== 'anonymous' && !isSignedByHeader(headers, code ?? undefined)) requireSender(principal);
    const request = new WebhookRequest(headers, rawBody);
    const provider = this.#providerOf(code, request, principal);
    isOf(provider.code);
    const verification = provider.verify(request, clock.now());
    if (verification.kind === 'refused') {
      logger.warn({ provider: provider.code, reason: verification.reason }, 'a webhook’s signature was refused');
      throw new Problem('invalid_signature');
    }
    const batch = {
      id: newId(),
      ...originOf(principal, provider, verification, request),
      body: await this.#cards.without(rawBody),
    };
    const replay = verification.kind === 'verified' ? verification.replay : null;
    const kept =
      replay === null
        ? await db.first(principal, acceptBatch, batch)
        : await db.first(principal, acceptTokenBatch, {
            ...batch,
            token: replay.token,
            tokenExpiresAt: replay.acceptedUntil,
            bodySha256: createHash('sha256').update(rawBody).digest(),
          });
    if (kept === undefined) {
      logger.warn({ provider: provider.code, reason: 'token_used' }, 'a webhook’s signature was refused');
      throw new Problem('invalid_signature');
    }
    this.#waker.wake();
    return kept.id;
  }

  /** Strangers learn nothing of what is recognized: they are asked for a token first. */
  #providerOf(code: string | null, request: WebhookRequest, principal: Principal): EmailProvider {
    const { providers } = this.#parts;
    if (code !== null) {
      const named = providers.byCode(code);
      if (named === undefined) throw new Problem('route_not_found');
      return named;
    }
    const named = providers.namedBy(request);
    if (named !== undefined) return named;
    // A signature inside the body is in a small one: for the looks of a large one there is a reason only if its sender may send it.
    if (request.isLarge) requireSender(principal);
    const recognized = providers.lookingLike(request);
    if (recognized !== undefined) return recognized;
    requireSender(principal);
    if (request.sample === undefined) throw new Problem('malformed_request');
    const msg = 'Value error, no email provider sends such a body';
    throw invalid([{ loc: ['body'], msg, type: 'value_error', input: null, ctx: { error: msg.slice(13) } }]);
  }
}

/** Whose ids of events these are, and which campaigns they may match. */
function originOf(
  principal: Principal,
  provider: EmailProvider,
  verification: Exclude<Verification, { kind: 'refused' }>,
  request: WebhookRequest,
): Provenance & { readonly source: string } {
  const { code } = provider;
  if (verification.kind === 'verified') return { provider: code, source: code, isSigned: true, organizationIds: [] };
  requireSender(principal);
  // Of a large one the worker finds out, and keeps it as malformed.
  if (!request.isLarge && request.body === undefined) throw new Problem('malformed_request');
  const { organizationIds } = principal;
  // An operator without an allowlist vouches for everybody's, as the provider does.
  return organizationIds === 'all'
    ? { provider: code, source: code, isSigned: true, organizationIds: [] }
    : { provider: code, source: `${code}:${digestOf(organizationIds)}`, isSigned: false, organizationIds };
}

/** Of an allowlist: whoever has the same one may send the same event again, with a newer key too; nobody else can. */
function digestOf(organizationIds: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(organizationIds.toSorted())).digest('hex');
}

/** @throws {Problem} `missing_token` for a stranger, `insufficient_scope` for a caller who may not send events. */
function requireSender(principal: Principal): void {
  if (principal.kind === 'anonymous') throw new Problem('missing_token');
  requireScope(principal, 'campaign_events:write');
}
