import { createHash } from 'node:crypto';
import type {
  Acceptable,
  EmailProvider,
  RejectionReason,
  Verification,
} from '../../../../connectors/email-providers/port.js';
import type { EmailProviders } from '../../../../connectors/email-providers/registry.js';
import { WebhookRequest } from '../../../../connectors/email-providers/webhook-request.js';
import { isSignedByHeader, type WebhookHeaders } from '../../../../core/contract/webhook-signature-headers.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { newId } from '../../../../core/ids/ids.js';
import { type Principal, requireScope, systemPrincipal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import type { OwnAddress, WebhookAddressService } from '../address/webhook-address.service.js';
import type { Provenance } from '../campaign-event/entering-event.js';
import { countedCall } from './count-accepted-calls.js';
import { CardDataThread } from './remove-card-data-in-thread.js';
import { acceptBatch, acceptTokenBatch } from './stored-call-queue.store.js';
import { WebhookWaker } from './wake-worker-for-stored-calls.js';

export interface WebhookCall {
  /** From the path; null when it must be recognized from headers and body. */
  readonly provider: string | null;
  /** The code in the path of an organization's own address; null for the shared path. */
  readonly address?: string | null;
  readonly headers: WebhookHeaders;
  /** The raw bytes: signatures cover them. */
  readonly rawBody: Buffer;
}

export interface WebhookParts extends Pick<ServiceParts, 'db' | 'clock' | 'secrets' | 'logger'> {
  readonly providers: EmailProviders;
}

/** Accepts an email provider's call: identifies the sender, stores the call, and leaves the rest to a job. */
export class WebhookAcceptor {
  readonly #parts: WebhookParts;
  readonly #waker: WebhookWaker;
  readonly #cards = new CardDataThread();
  readonly #addresses: Pick<WebhookAddressService, 'ofPath'>;

  constructor(parts: WebhookParts, addresses: Pick<WebhookAddressService, 'ofPath'>) {
    this.#parts = parts;
    this.#addresses = addresses;
    this.#waker = new WebhookWaker(parts);
  }

  /**
   * @returns the id of the stored call.
   * @throws {Problem} `invalid_signature`, also for an unknown own address; without a signature `missing_token` and
   * `insufficient_scope`; `route_not_found` for an unknown provider; `malformed_request`, or `validation_failed` when
   * the provider cannot be determined; `webhook_rejected`.
   */
  accept(principal: Principal, call: WebhookCall): Promise<string> {
    return countedCall((isOf) => this.#accept(principal, call, isOf));
  }

  async #accept(principal: Principal, call: WebhookCall, isOf: (provider: string) => void): Promise<string> {
    const { provider: code, headers, rawBody } = call;
    const { clock } = this.#parts;
    if (typeof call.address === 'string') return this.#acceptAt(call.address, call, isOf);
    if (principal.kind !== 'anonymous' && !isSignedByHeader(headers, code ?? undefined)) requireSender(principal);
    const request = new WebhookRequest(headers, rawBody);
    const provider = this.#providerOf(code, request, principal);
    isOf(provider.code);
    const verification = provider.verify(request, clock.now());
    const taken = this.#acceptable(provider, verification, () =>
      principal.kind === 'anonymous' ? this.#rejected(provider, 'malformed_body') : new Problem('malformed_request'),
    );
    return this.#keep(provider, originOf(principal, provider, taken, request), taken, rawBody);
  }

  /**
   * At an organization's own address only the signature counts; tokens are ignored there. An unknown address, a
   * revoked one, and a call with a wrong signature get the same response.
   */
  async #acceptAt(
    address: string,
    { headers, rawBody }: WebhookCall,
    isOf: (provider: string) => void,
  ): Promise<string> {
    const own = await this.#addresses.ofPath(address);
    if (own === undefined) throw new Problem('invalid_signature');
    const { provider } = own;
    isOf(provider.code);
    const verification = provider.verify(new WebhookRequest(headers, rawBody), this.#parts.clock.now());
    // An unsigned call must not reveal that this address exists.
    const taken = this.#acceptable(provider, verification, () => this.#refused(provider, 'malformed_body'));
    if (taken.kind === 'unsigned') throw this.#refused(provider, taken.reason);
    return this.#keep(provider, originAt(own), taken, rawBody);
  }

  /** @param ofStranger - the response to an unreadable body of an unverified sender */
  #acceptable(provider: EmailProvider, verification: Verification, ofStranger: () => Problem): Acceptable {
    if (verification.kind === 'refused') throw this.#refused(provider, verification.reason);
    if (verification.kind !== 'rejected') return verification;
    throw verification.isGenuine ? this.#rejected(provider, verification.reason) : ofStranger();
  }

  #refused(provider: EmailProvider, reason: string): Problem {
    this.#parts.logger.warn({ provider: provider.code, reason }, 'a webhook’s signature is invalid');
    return new Problem('invalid_signature');
  }

  #rejected(provider: EmailProvider, reason: RejectionReason): Problem {
    this.#parts.logger.warn(
      { provider: provider.code, reason },
      'a webhook was rejected permanently: retries of it cannot be accepted',
    );
    return new Problem('webhook_rejected', { reason });
  }

  async #keep(provider: EmailProvider, origin: Origin, verification: Acceptable, rawBody: Buffer): Promise<string> {
    const { db } = this.#parts;
    const { usesTokensOf, ...of } = origin;
    const batch = { id: newId(), ...of, body: await this.#cards.without(rawBody) };
    const replay = verification.kind === 'verified' ? verification.replay : null;
    const kept =
      replay === null
        ? await db.first(WEBHOOKS, acceptBatch, batch)
        : await db.first(WEBHOOKS, acceptTokenBatch, {
            ...batch,
            token: usesTokensOf === null ? replay.token : sha256(`${usesTokensOf}:${replay.token}`).toString('hex'),
            tokenExpiresAt: replay.acceptedUntil,
            bodySha256: sha256(rawBody),
          });
    if (kept === undefined) throw this.#rejected(provider, 'token_used');
    this.#waker.wake();
    return kept.id;
  }

  /** Anonymous callers learn nothing about recognized formats: they are asked for a token first. */
  #providerOf(code: string | null, request: WebhookRequest, principal: Principal): EmailProvider {
    const { providers } = this.#parts;
    if (code !== null) {
      const named = providers.byCode(code);
      if (named === undefined) throw new Problem('route_not_found');
      return named;
    }
    const named = providers.namedBy(request);
    if (named !== undefined) return named;
    // Signatures inside a body occur only in small ones, so a large body is inspected only if its sender has the
    // scope to send it.
    if (request.isLarge) requireSender(principal);
    const recognized = providers.lookingLike(request);
    if (recognized !== undefined) return recognized;
    requireSender(principal);
    if (request.sample === undefined) throw new Problem('malformed_request');
    const msg = 'Value error, no email provider sends such a body';
    throw invalid([{ loc: ['body'], msg, type: 'value_error', input: null, ctx: { error: msg.slice(13) } }]);
  }
}

const WEBHOOKS = systemPrincipal('webhooks');

interface Origin extends Provenance {
  /** The source of these event ids; ids are unique per source. */
  readonly source: string;
  /** The organization whose provider uses these one-time tokens; null for the installation's. */
  readonly usesTokensOf: string | null;
}

/**
 * Events at an organization's own addresses belong to it, whichever address it is, and match no campaign of another.
 */
function originAt({ organizationId, provider: { code } }: OwnAddress): Origin {
  const source = `${code}:${organizationId}`;
  return { provider: code, source, isSigned: false, organizationIds: [organizationId], usesTokensOf: organizationId };
}

/** The source of the call's event ids, and the campaigns that its events may match. */
function originOf(
  principal: Principal,
  provider: EmailProvider,
  verification: Acceptable,
  request: WebhookRequest,
): Origin {
  const { code } = provider;
  const shared = { provider: code, source: code, isSigned: true, organizationIds: [], usesTokensOf: null };
  if (verification.kind === 'verified') return shared;
  requireSender(principal);
  // The worker checks a large body, and stores it as malformed if it cannot be read.
  if (!request.isLarge && request.body === undefined) throw new Problem('malformed_request');
  const { organizationIds } = principal;
  // An operator without an allowlist may vouch for events of all organizations, like the provider.
  if (organizationIds === 'all') return shared;
  const source = `${code}:${digestOf(organizationIds)}`;
  return { ...shared, source, isSigned: false, organizationIds };
}

/** A digest of the allowlist: a newer key with the same allowlist can send the same event again, others cannot. */
function digestOf(organizationIds: readonly string[]): string {
  return sha256(JSON.stringify(organizationIds.toSorted())).toString('hex');
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/**
 * @throws {Problem} `missing_token` for an anonymous caller, `insufficient_scope` for a caller without the scope to
 * send events.
 */
function requireSender(principal: Principal): void {
  if (principal.kind === 'anonymous') throw new Problem('missing_token');
  requireScope(principal, 'campaign_events:write');
}
