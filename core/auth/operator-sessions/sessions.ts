import { recordSharedAct } from '../../audit/record.js';
import { maskedLine, nameFromOutside } from '../../contract/stored-text.js';
import { newId } from '../../ids/ids.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import { type OperatorRole, type RoleName, roleNamed } from '../../principal/roles.js';
import type { ServiceParts } from '../../service-parts.js';
import { isoInstant } from '../../time/dates.js';
import { OPERATOR_TOKEN_SECONDS, operatorPrincipal } from '../operator-token.js';
import type { OperatorTokenDirectory } from '../operator-tokens/cached-token-directory.js';
import { revokeOperatorToken } from '../operator-tokens/list-and-revoke-operator-tokens.js';
import {
  deleteIdToken,
  insertOperatorToken,
  readEndedSession,
  type StoredOperatorToken,
} from '../operator-tokens/store.js';
import { rolesShown, storedRights } from '../operator-tokens/stored-rights.js';
import { openIdToken, sealIdToken } from './sealed-id-token.js';
import { freshSession, isSecretOf, partsOfSession } from './session-cookie-and-csrf-format.js';

/** The identity of the user who signs in, already verified. */
export interface SessionRequest {
  readonly subject: string;
  readonly displayName?: string | undefined;
  readonly role: RoleName;
  /** Empty: every organization. */
  readonly organizationIds: readonly string[];
  /** By organization: the role where it is another one. */
  readonly rolesAt?: Readonly<Record<string, RoleName>> | undefined;
  readonly issuer: string;
  /** The issuer's ID token, if its own session is to end with ours. */
  readonly idToken?: string | undefined;
}

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
}

export interface SessionParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly directory: Pick<OperatorTokenDirectory, 'validToken' | 'hasRead'>;
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
   * Opens a session and audits that. A crash between the record and the answer leaves a record whose secret was never
   * issued.
   */
  async open(request: SessionRequest): Promise<{ readonly value: string; readonly expiresAt: string }> {
    const { db, clock } = this.#parts;
    const { subject, issuer, idToken } = request;
    const { role, organizationIds, organizationRoles } = storedRights(request);
    const name = maskedLine(subject);
    const displayName = request.displayName ? nameFromOutside(request.displayName) : null;
    const now = clock.now();
    const id = newId(now.epochMilliseconds);
    const { value, hash: sessionHash } = freshSession(id);
    const expiresAt = isoInstant(now.add({ seconds: OPERATOR_TOKEN_SECONDS }));
    const by = operatorPrincipal({ subject, role, issuer, name: request.displayName });
    await db.transaction(async (tx) => {
      const sealedIdToken = idToken === undefined ? null : sealIdToken(value, idToken);
      const record = {
        id,
        name,
        displayName,
        issuer,
        sessionHash,
        sealedIdToken,
        role,
        organizationIds,
        organizationRoles,
      };
      const times = { createdAt: isoInstant(now), expiresAt, createdBy: name };
      await insertOperatorToken(tx.models(SIGNING_IN), { ...record, ...times });
      const reach = organizationIds.length > 0 ? organizationIds : 'all';
      const after = { role: roleNamed(role), organizationIds: reach, ...rolesShown(organizationRoles), expiresAt };
      await recordSharedAct(tx, clock, by, { action: 'operator_session.open', subject: id, organizationIds, after });
    });
    return { value, expiresAt };
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
    return sessionIn(record);
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

function sessionIn(record: StoredOperatorToken) {
  const { id, name, displayName, issuer, role, organizationIds, organizationRoles, expiresAt } = record;
  const principal = operatorPrincipal({
    ...{ subject: name, role, issuer: issuer ?? '', name: displayName ?? undefined, recordId: id },
    organizationIds: organizationIds.length > 0 ? organizationIds : undefined,
    organizationRoles,
  });
  return { id, principal, displayName: displayName ?? name, role: principal.role ?? 'viewer', expiresAt };
}
