import { createHash, randomBytes } from 'node:crypto';
import type { EmailProvider } from '../../../../connectors/email-providers/port.js';
import {
  type AddressSecret,
  organizationProvider,
} from '../../../../connectors/email-providers/provider-of-webhook-address.js';
import { recordAudit } from '../../../../core/audit/record.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { composed } from '../../../../core/contract/stored-text.js';
import {
  type CreateWebhookAddressBody,
  createWebhookAddressBody,
  isWebhookPathId,
  WEBHOOK_PATH,
} from '../../../../core/contract/webhook-address.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { readRequestedPage } from '../../../../core/graphql/read-requested-page.js';
import { type ActAnswer, createOnce, keptId } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import {
  limitToOrganization,
  type Principal,
  requireScope,
  systemPrincipal,
} from '../../../../core/principal/principal.js';
import type { SecretPlace } from '../../../../core/secrets/at-rest.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { isoInstant } from '../../../../core/time/dates.js';
import {
  type AddressOfPathRow,
  addressById,
  addressOfPath,
  insertAddress,
  revokeAddress,
  WEBHOOK_ADDRESSES,
  type WebhookAddressRow,
} from './webhook-address.store.js';

export type WebhookAddressParts = Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'secrets'>;

/**
 * The secrets generated for an address, shown once; null if the lender supplied them, or if they cannot be read back.
 */
export interface MadeSecret {
  /** The user name of Postmark's Basic credentials. */
  readonly username: string | null;
  /** Postmark's password, or `whsec_…`. */
  readonly secret: string | null;
}

export interface MadeWebhookAddress extends MadeSecret {
  readonly address: WebhookAddressRow;
  /** What to do if a repetition cannot show the secret again. */
  readonly hint: string | null;
}

/** The organization of a call, and the secret that verifies it. */
export interface OwnAddress {
  readonly organizationId: string;
  readonly provider: EmailProvider;
}

const WEBHOOKS = systemPrincipal('webhooks');
const SECRET_BYTES = 32;
const USERNAME = 'tributary';
const LOST_PASSWORD =
  'The password was shown in the first response to this key, and only its hash is stored. If you lost that response, revoke this address and create another one with a new key.';

/** An organization's own webhook addresses for email providers. */
export class WebhookAddressService {
  constructor(private readonly parts: WebhookAddressParts) {}

  /**
   * Creates an address, once per key. Audited.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `organization_out_of_scope`,
   * `organization_not_found`, `idempotency_conflict`, `idempotency_in_progress`; for a repetition also
   * `webhook_address_not_found` if the address was revoked
   */
  async create(
    principal: Principal,
    input: unknown,
    idempotencyKey?: string | null,
  ): Promise<ActAnswer<MadeWebhookAddress>> {
    requireScope(principal, 'campaign_events:write');
    const body = checkedOptionalKeyWrite(createWebhookAddressBody, input, idempotencyKey);
    const { organization_id: organizationId, signing_key: given } = body;
    const caller = limitToOrganization(principal, organizationId);
    const { db, clientKeys } = this.parts;
    return db.transaction(async (tx) => {
      if ((await tx.models(caller).organization.count({ where: { id: organizationId } })) === 0)
        throw new Problem('organization_not_found');
      // Stores only a digest of the request, and no unkeyed digest of a secret.
      const marked = { ...body, signing_key: given && clientKeys.known(given).key };
      const act = { operation: 'create_webhook_address', idempotencyKey, path: [], body: marked };
      return createOnce(
        { tx, clientKeys, principal: caller },
        {
          request: { organizationId, ...act },
          kept: keptId,
          perform: () => this.#insert(tx, caller, body),
          repeat: (_, { id }) => this.#made(tx, caller, id),
        },
      );
    });
  }

  async #insert(tx: Transaction, caller: Principal, body: CreateWebhookAddressBody) {
    const { organization_id: organizationId, provider } = body;
    const name = composed(body.name);
    const { clock } = this.parts;
    const id = newId();
    const { kept, shown } = this.#secrets(body, [organizationId, id]);
    const pathId = randomBytes(SECRET_BYTES).toString('base64url');
    const createdAt = isoInstant(clock.now());
    const row = { id, organizationId, pathId, provider, name, createdBy: caller.actor, createdAt, ...kept };
    const address = await insertAddress(tx.models(caller), row);
    const after = { organizationId, provider, name };
    await recordAudit(tx, clock, caller, { action: 'webhook_address.create', subject: id, organizationId, after });
    return { kept: { id }, answer: { address, ...shown, hint: null } };
  }

  /** The result of an earlier request. A generic sender's secret is read back; for Postmark only a hash is stored. */
  async #made(tx: Transaction, caller: Principal, id: string): Promise<MadeWebhookAddress> {
    const address = await addressById(tx.models(caller), id);
    const found = address && (await tx.first(WEBHOOKS, addressOfPath, { pathId: address.pathId }));
    if (address === undefined || found === undefined) throw new Problem('webhook_address_not_found');
    const shown = { address, username: null, secret: null, hint: null };
    switch (address.provider) {
      case 'sendgrid':
      case 'mailgun':
        return shown;
      case 'generic':
        return { ...shown, secret: this.#sealedSecretOf(found) };
      case 'postmark':
        return { ...shown, username: USERNAME, hint: LOST_PASSWORD };
    }
  }

  /** Newest first, including revoked addresses. */
  async list(principal: Principal, request: ListArguments): Promise<Page<WebhookAddressRow>> {
    requireScope(principal, 'campaign_events:read');
    const { from, to } = request;
    const parameters = instants(dateRange(from, to));
    return readRequestedPage(this.parts, principal, WEBHOOK_ADDRESSES, parameters, {}, request);
  }

  /**
   * After this the address behaves as if it had never existed. Repeatable. @throws {Problem}
   * `webhook_address_not_found`
   */
  async end(principal: Principal, id: string): Promise<WebhookAddressRow> {
    requireScope(principal, 'campaign_events:write');
    if (!isId(id)) throw new Problem('webhook_address_not_found');
    const { db, clock } = this.parts;
    return db.transaction(async (tx) => {
      const models = tx.models(principal);
      const endedAt = isoInstant(clock.now());
      const ended = await revokeAddress(models, id, endedAt);
      if (ended === undefined) {
        const standing = await addressById(models, id);
        if (standing === undefined) throw new Problem('webhook_address_not_found');
        return standing;
      }
      const { organizationId, provider, name } = ended;
      const before = { organizationId, provider, name, endedAt: null };
      await recordAudit(tx, clock, principal, {
        action: 'webhook_address.end',
        subject: id,
        organizationId,
        before,
        after: { endedAt },
      });
      return ended;
    });
  }

  /** Undefined for a revoked or unknown address; both cost the same single index lookup. */
  async ofPath(pathId: string): Promise<OwnAddress | undefined> {
    const found = isWebhookPathId(pathId) ? await this.parts.db.first(WEBHOOKS, addressOfPath, { pathId }) : undefined;
    if (found === undefined) return undefined;
    return {
      organizationId: found.organizationId,
      provider: organizationProvider(found.provider, this.#secretOf(found)),
    };
  }

  #secretOf({ organizationId, id, publicKey, sealedSecret, secretHash }: AddressOfPathRow): AddressSecret {
    if (publicKey !== null) return { text: publicKey };
    if (secretHash !== null) return { sha256: secretHash };
    return { text: this.#sealedSecretOf({ organizationId, id, sealedSecret }) };
  }

  #sealedSecretOf({
    organizationId,
    id,
    sealedSecret,
  }: Pick<AddressOfPathRow, 'organizationId' | 'id' | 'sealedSecret'>) {
    if (sealedSecret === null) throw new Error(`the webhook address ${id} has no secret`);
    return this.parts.secrets.read(sealedSecret, placeOf([organizationId, id]));
  }

  #secrets({ provider, public_key: publicKey = null, signing_key: signingKey }: CreateWebhookAddressBody, key: Key) {
    const seal = (text: string) => this.parts.secrets.seal(text, placeOf(key));
    const kept = { publicKey, sealedSecret: null, secretHash: null };
    const shown: MadeSecret = { username: null, secret: null };
    switch (provider) {
      case 'sendgrid':
        return { kept, shown };
      case 'mailgun':
        return { kept: { ...kept, sealedSecret: seal(signingKey ?? '') }, shown };
      case 'generic': {
        const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
        return { kept: { ...kept, sealedSecret: seal(secret) }, shown: { ...shown, secret } };
      }
      case 'postmark': {
        const secret = randomBytes(SECRET_BYTES).toString('base64url');
        const secretHash = createHash('sha256').update(`${USERNAME}:${secret}`).digest();
        return { kept: { ...kept, secretHash }, shown: { username: USERNAME, secret } };
      }
    }
  }
}

type Key = readonly [organizationId: string, id: string];

function placeOf(key: Key): SecretPlace {
  return ['webhook_address', 'sealed_secret', ...key];
}

/** The path to configure at the provider, after the installation's base address. */
export function pathOf({ pathId }: Pick<WebhookAddressRow, 'pathId'>): string {
  return `${WEBHOOK_PATH}/${pathId}`;
}
