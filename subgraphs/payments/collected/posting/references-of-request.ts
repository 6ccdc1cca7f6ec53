import { trimmedKey } from '../../../../core/contract/trimmed-key.js';
import { Problem } from '../../../../core/errors/problem.js';
import type { ReferencedRequest } from '../../../../core/posting-references/posting-references.js';
import { requireKnownSecret, UnknownReferenceSecretError } from '../../../../core/posting-references/secret-check.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { heldReferences } from './references-of-request.store.js';

/** The reference for a new posting, then those under which earlier secrets may have posted it. */
export type References = readonly [string, ...string[]];

type Request = Omit<ReferencedRequest, 'use'>;

/** A use of a key, and its references. */
export interface NextUse {
  readonly request: ReferencedRequest;
  readonly references: References;
}

/** Uses of a key that are compared at once: a key is used again only after it is no longer kept, in 30 days. */
const USES_AT_A_TIME = 8;

/** Finds the references of requests at loan systems outside our database. */
export class ReferencesOfRequests {
  readonly #parts: Pick<ServiceParts, 'db' | 'postingReferences' | 'logger'>;
  #isSecretKnown = false;

  constructor(parts: Pick<ServiceParts, 'db' | 'postingReferences' | 'logger'>) {
    this.#parts = parts;
  }

  /**
   * The references of the next use of a key that is not stored. The database holds every use whose key has expired,
   * because payments outlive their keys: so the first use that it does not hold is either new, or was lost in a
   * restore, and then its posting is found under the same reference.
   *
   * @throws {Problem} `service_unavailable` when the database was used with a secret that is not configured.
   */
  async next(principal: Principal, request: Request): Promise<NextUse> {
    await this.#requireKnownSecret();
    const { db } = this.#parts;
    const { organizationId } = request;
    for (let first = 0; ; first += USES_AT_A_TIME) {
      const uses = Array.from({ length: USES_AT_A_TIME }, (_, index) =>
        this.#useOf({ ...request, use: first + index }),
      );
      const references = uses.flatMap((use) => use.references);
      const held = await db.many(principal, heldReferences, { organizationId, references });
      const taken = new Set(held.map(({ reference }) => reference));
      const free = uses.find((use) => !use.references.some((reference) => taken.has(reference)));
      if (free !== undefined) return free;
    }
  }

  /** The use of the key after another one. */
  after({ request }: NextUse): NextUse {
    return this.#useOf({ ...request, use: request.use + 1 });
  }

  /** Whether an earlier secret may have made the reference of a posting: it is looked up before anything is sent. */
  get hasEarlierSecrets(): boolean {
    return this.#parts.postingReferences.secrets > 1;
  }

  /** The references of the first uses of a key, also of those that the database holds. */
  ofFirstUses(request: Request): readonly string[] {
    return Array.from({ length: USES_AT_A_TIME }, (_, use) => this.#useOf({ ...request, use }).references).flat();
  }

  #useOf(asSent: ReferencedRequest): NextUse {
    const request = { ...asSent, key: trimmedKey(asSent.key) || asSent.key };
    return { request, references: this.#parts.postingReferences.of(request) };
  }

  /** The start compares too, if it reaches the database. */
  async #requireKnownSecret(): Promise<void> {
    if (this.#isSecretKnown) return;
    const { db, postingReferences, logger } = this.#parts;
    await requireKnownSecret(db, postingReferences).catch((error: unknown) => {
      if (!(error instanceof UnknownReferenceSecretError)) throw error;
      logger.error({ err: error }, 'nothing is posted at loan systems');
      throw new Problem('service_unavailable', {}, undefined, { cause: error });
    });
    this.#isSecretKnown = true;
  }
}
