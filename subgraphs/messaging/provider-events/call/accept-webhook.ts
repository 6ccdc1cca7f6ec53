import { createHash } from 'node:crypto';
import type {
  Acceptable,
  EmailProvider,
  RejectionReason,
  Verification,
} from '../../../../connectors/email-providers/port.js';
import type { EmailProviders } from '../../../../connectors/email-providers/registry.js';
import { WebhookRequest } from '../../../../connectors/email-providers/webhook-request.js';
import { isSignedByHeader, type WebhookHeaders } from '../../../../core/contract/webhook-sender.js';
import type { Database } from '../../../../core/db/database.js';
import { invalid, Problem } from '../../../../core/errors/problem.js';
import { newId } from '../../../../core/ids/ids.js';
import type { Logger } from '../../../../core/logging/logger.js';
import { type Principal, requireScope, systemPrincipal } from '../../../../core/principal/principal.js';
import type { SecretsAtRest } from '../../../../core/secrets/at-rest.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { OwnAddress, WebhookAddressService } from '../address/webhook-address.service.js';
import type { Provenance } from '../campaign-event/entering-event.js';
import { countedCall } from './call-metrics.js';
import { CardDataThread } from './card-data-thread.js';
import { acceptBatch, acceptTokenBatch } from './webhook.store.js';
import { WebhookWaker } from './webhook-waker.js';

export interface WebhookCall {
  /** As the path names it; null when its headers and body must tell. */
  readonly provider: string | null;
  /** What stands in the path of an organization's own address; null: the path is everybody's. */
  readonly address?: string | null;
  readonly headers: WebhookHeaders;
  /** The bytes as they came: signatures cover them. */
  readonly rawBody: Buffer;
}

export interface WebhookParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: EmailProviders;
  readonly logger: Logger;
  readonly secrets: SecretsAtRest;
}

/** Takes an email provider's call: says who sent it, keeps it, and leaves the rest to a job. */
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
   * @returns the id under which the call is kept.
   * @throws {Problem} `invalid_signature`, also for an own address that is not known; without a signature `missing_token` and `insufficient_scope`; `route_not_found` for a
   *   provider that there is none of; `malformed_request`, or `validation_failed` when the provider cannot be determined; `webhook_rejected`.
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
   * At an organization's own address nothing but the signature counts: no token vouches for anybody there. An address that is not
   * known, one that has ended, and a call that is not signed for it are refused alike.
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
    // An unsigned call must not learn that this address exists.
    const taken = this.#acceptable(provider, verification, () => this.#refused(provider, 'malformed_body'));
    if (taken.kind === 'unsigned') throw this.#refused(provider, taken.reason);
    return this.#keep(provider, originAt(own), taken, rawBody);
  }

  /** @param ofStranger - the answer to a body that cannot be read, and is not known to be the provider's */
  #acceptable(provider: EmailProvider, verification: Verification, ofStranger: () => Problem): Acceptable {
    if (verification.kind === 'refused') throw this.#refused(provider, verification.reason);
    if (verification.kind !== 'rejected') return verification;
    throw verification.isGenuine ? this.#rejected(provider, verification.reason) : ofStranger();
  }

  #refused(provider: EmailProvider, reason: string): Problem {
    this.#parts.logger.warn({ provider: provider.code, reason }, 'a webhook’s signature was refused');
    return new Problem('invalid_signature');
  }

  #rejected(provider: EmailProvider, reason: RejectionReason): Problem {
    this.#parts.logger.warn(
      { provider: provider.code, reason },
      'a webhook was rejected: no later try of it can be taken',
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

const WEBHOOKS = systemPrincipal('webhooks');

interface Origin extends Provenance {
  /** Whose ids of events these are. */
  readonly source: string;
  /** The organization whose provider's one-time tokens these are; null: the installation's. */
  readonly usesTokensOf: string | null;
}

/** What comes to an organization's own address is its own, whichever of its addresses it is: it matches no campaign of another. */
function originAt({ organizationId, provider: { code } }: OwnAddress): Origin {
  const source = `${code}:${organizationId}`;
  return { provider: code, source, isSigned: false, organizationIds: [organizationId], usesTokensOf: organizationId };
}

/** Whose ids of events these are, and which campaigns they may match. */
function originOf(
  principal: Principal,
  provider: EmailProvider,
  verification: Acceptable,
  request: WebhookRequest,
): Origin {
  const { code } = provider;
  const everybodys = { provider: code, source: code, isSigned: true, organizationIds: [], usesTokensOf: null };
  if (verification.kind === 'verified') return everybodys;
  requireSender(principal);
  // Of a large one the worker finds out, and keeps it as malformed.
  if (!request.isLarge && request.body === undefined) throw new Problem('malformed_request');
  const { organizationIds } = principal;
  // An operator without an allowlist vouches for everybody's, as the provider does.
  if (organizationIds === 'all') return everybodys;
  const source = `${code}:${digestOf(organizationIds)}`;
  return { ...everybodys, source, isSigned: false, organizationIds };
}

/** Of an allowlist: whoever has the same one may send the same event again, with a newer key too; nobody else can. */
function digestOf(organizationIds: readonly string[]): string {
  return sha256(JSON.stringify(organizationIds.toSorted())).toString('hex');
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** @throws {Problem} `missing_token` for a stranger, `insufficient_scope` for a caller who may not send events. */
function requireSender(principal: Principal): void {
  if (principal.kind === 'anonymous') throw new Problem('missing_token');
  requireScope(principal, 'campaign_events:write');
}
