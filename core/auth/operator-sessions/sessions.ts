import { Temporal } from 'temporal-polyfill';
import { recordSharedAct } from '../../audit/record.js';
import { maskedLine, nameFromOutside } from '../../contract/stored-text.js';
import type { Transaction } from '../../db/database.js';
import { newId } from '../../ids/ids.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import { type OperatorRole, roleNamed } from '../../principal/roles.js';
import type { ServiceParts } from '../../service-parts.js';
import { type IsoInstant, isoInstant } from '../../time/dates.js';
import { OPERATOR_TOKEN_SECONDS, operatorPrincipal } from '../operator-token.js';
import type { OperatorTokenDirectory } from '../operator-tokens/cached-token-directory.js';
import { revokeOperatorToken } from '../operator-tokens/list-and-revoke-operator-tokens.js';
import {
  deleteIdToken,
  insertOperatorToken,
  readEndedSession,
  type StoredOperatorToken,
  writeLastActive,
} from '../operator-tokens/store.js';
import { type RequestedRights, rolesShown, type StoredRights, storedRights } from '../operator-tokens/stored-rights.js';
import { admitAtSignIn } from '../operators/admission.js';
import { identityHashOf } from '../operators/identity.js';
import { openIdToken, sealIdToken } from './sealed-id-token.js';
import { freshSession, isSecretOf, partsOfSession } from './session-cookie-and-csrf-format.js';

/** The identity of the user who signs in, already verified. */
export interface SessionRequest {
  readonly subject: string;
  readonly displayName?: string | undefined;
  /** What the user may do without a record, or why nothing. */
  readonly claimed: RequestedRights | { readonly refused: SignInRefusal };
  /** Set for a person of the identity provider: a record may decide in place of `claimed`. */
  readonly person?: { readonly verifiedEmail: string | undefined };
  readonly issuer: string;
  /** When the issuer last checked who the user is; default: now. Long ago, if the issuer may have checked nothing. */
  readonly authenticatedAt?: IsoInstant | undefined;
  /** The issuer's ID token, if its own session is to end with ours. */
  readonly idToken?: string | undefined;
}

/** Why a user who was identified gets no session. */
export const SIGN_IN_REFUSALS = ['no_role', 'no_organization', 'not_admitted', 'disabled'] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

export type SignIn =
  | { readonly outcome: 'opened'; readonly value: string; readonly expiresAt: string }
  | { readonly outcome: 'refused'; readonly refusal: SignInRefusal };

/** The remaining data of an ended session. */
export interface EndedSession {
  readonly issuer: string | null;
  readonly idToken?: string | undefined;
}

/** An active session, resolved from its secret. */
export interface OperatorSession {
  readonly id: string;
  readonly principal: Principal;
  readonly displayName: string;
  readonly role: OperatorRole;
  readonly expiresAt: string;
  /** When it ends without a further act of the operator; undefined: never. */
  readonly idleAt: Temporal.Instant | undefined;
}

export interface SessionParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly directory: Pick<OperatorTokenDirectory, 'validToken' | 'hasRead' | 'drop'>;
  /** OIDC_ADMIT. */
  readonly admits: 'claims' | 'people';
  /** SESSION_IDLE_MINUTES. */
  readonly idleMinutes: number;
}

const SIGNING_IN = systemPrincipal('operator-sessions');

/**
 * Operators' browser sessions, which last a working day. They are stored with operators' tokens: an admin sees and
 * revokes both in the same way.
 */
export class OperatorSessions {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /**
   * Opens a session and audits that, unless the person may not sign in. A crash between the record and the answer
   * leaves a record whose secret was never issued.
   */
  async open(request: SessionRequest): Promise<SignIn> {
    const { db, clock } = this.#parts;
    const { subject, issuer, idToken, displayName } = request;
    const now = clock.now();
    const id = newId(now.epochMilliseconds);
    const { value, hash: sessionHash } = freshSession(id);
    const expiresAt = isoInstant(now.add({ seconds: OPERATOR_TOKEN_SECONDS }));
    const name = maskedLine(subject);
    return db.transaction(async (tx): Promise<SignIn> => {
      const entry = await this.#rightsAtSignIn(tx, request);
      if ('refused' in entry) return { outcome: 'refused', refusal: entry.refused };
      const { role, organizationIds, organizationRoles, knownAs } = entry;
      const shownAs = displayName || knownAs;
      const record = {
        ...{ id, name, displayName: shownAs ? nameFromOutside(shownAs) : null, issuer, sessionHash },
        sealedIdToken: idToken === undefined ? null : sealIdToken(value, idToken),
        identityHash: request.person === undefined ? null : Buffer.from(identityHashOf(issuer, subject)),
        authenticatedAt: request.authenticatedAt ?? null,
        ...{ role, organizationIds, organizationRoles },
      };
      const times = { createdAt: isoInstant(now), expiresAt, createdBy: name };
      await insertOperatorToken(tx.models(SIGNING_IN), { ...record, ...times });
      const reach = organizationIds.length > 0 ? organizationIds : 'all';
      const after = { role: roleNamed(role), organizationIds: reach, ...rolesShown(organizationRoles), expiresAt };
      const by = operatorPrincipal({ subject, role, issuer, name: shownAs });
      await recordSharedAct(tx, clock, by, { action: 'operator_session.open', subject: id, organizationIds, after });
      return { outcome: 'opened', value, expiresAt };
    });
  }

  /** The rights of the person's record, if there is one; otherwise those that the request claims. */
  async #rightsAtSignIn(
    tx: Transaction,
    { subject, displayName, issuer, person, claimed }: SessionRequest,
  ): Promise<(StoredRights & { readonly knownAs?: string }) | { readonly refused: SignInRefusal }> {
    const { clock, admits } = this.#parts;
    const asClaimed = 'refused' in claimed ? claimed : storedRights(claimed);
    if (person === undefined) return asClaimed;
    const by = operatorPrincipal({ subject, role: 'viewer', organizationIds: [], issuer, name: displayName });
    const admission = await admitAtSignIn(tx, clock, by, { issuer, subject, verifiedEmail: person.verifiedEmail });
    switch (admission.outcome) {
      case 'admitted':
        return { ...admission.operator, knownAs: admission.operator.name };
      case 'disabled':
        return { refused: 'disabled' };
      case 'unknown':
        return admits === 'people' ? { refused: 'not_admitted' } : asClaimed;
    }
  }

  /** Notes that the operator did something: the session is not idle. */
  async noteActivity({ id }: OperatorSession): Promise<void> {
    const { db, clock, directory } = this.#parts;
    await writeLastActive(db.models(SIGNING_IN), id, isoInstant(clock.now()));
    directory.drop(id);
  }

  /**
   * The session with this secret; undefined for any other value, and for a session that has ended.
   *
   * @param onlyKnown - for an address with too many failed attempts: sessions that this process has never read are
   * not looked up.
   * @throws {Problem} `service_unavailable` when its record cannot be looked up.
   */
  async of(value: string, onlyKnown = false): Promise<OperatorSession | undefined> {
    const parts = partsOfSession(value);
    if (parts === undefined || (onlyKnown && !this.#parts.directory.hasRead(parts.id))) return undefined;
    const record = await this.#parts.directory.validToken(parts.id);
    if (!record?.sessionHash || !isSecretOf(record.sessionHash, parts.secret)) return undefined;
    const { clock, idleMinutes } = this.#parts;
    const session = sessionIn(record, idleMinutes);
    const isIdle = session.idleAt !== undefined && Temporal.Instant.compare(session.idleAt, clock.now()) <= 0;
    return isIdle ? undefined : session;
  }

  /** Ends the session in every process. Repeatable. */
  async end({ id, principal }: OperatorSession): Promise<void> {
    await revokeOperatorToken(this.#parts, id, principal);
  }

  /**
   * The remaining data of an ended session, for the browser that had it. Its ID token is returned once, and deleted.
   */
  async consumeEnded(value: string): Promise<EndedSession | undefined> {
    const parts = partsOfSession(value);
    if (parts === undefined) return undefined;
    const models = this.#parts.db.models(SIGNING_IN);
    const record = await readEndedSession(models, parts.id);
    if (!record?.sessionHash || !isSecretOf(record.sessionHash, parts.secret)) return undefined;
    if (record.sealedIdToken === null) return { issuer: record.issuer };
    await deleteIdToken(models, parts.id);
    return { issuer: record.issuer, idToken: openIdToken(value, record.sealedIdToken) };
  }
}

function sessionIn(record: StoredOperatorToken, idleMinutes: number): OperatorSession {
  const { id, name, displayName, issuer, role, organizationIds, organizationRoles, expiresAt, createdAt } = record;
  const principal = operatorPrincipal({
    ...{ subject: name, role, issuer: issuer ?? '', name: displayName ?? undefined, recordId: id },
    authenticatedAt: record.authenticatedAt ?? createdAt,
    organizationIds: organizationIds.length > 0 ? organizationIds : undefined,
    organizationRoles,
  });
  const activeAt = Temporal.Instant.from(record.lastActiveAt ?? createdAt);
  const idleAt = idleMinutes === 0 ? undefined : activeAt.add({ minutes: idleMinutes });
  return { id, principal, displayName: displayName ?? name, role: principal.role ?? 'viewer', expiresAt, idleAt };
}
