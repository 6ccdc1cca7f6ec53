import { recordSharedAct } from '../audit/record.js';
import { plainLine } from '../contract/stored-text.js';
import { newId } from '../ids/ids.js';
import { type Principal, systemPrincipal } from '../principal/principal.js';
import { roleNamed } from '../principal/roles.js';
import type { ServiceParts } from '../service-parts.js';
import { isoInstant } from '../time/dates.js';
import { unknownOrganizationProblems } from './api-keys/administration.js';
import {
  LONGEST_OPERATOR_TOKEN_SECONDS,
  OPERATOR_TOKEN_SECONDS,
  type OperatorTokenRequest,
  signOperatorToken,
} from './operator-token.js';
import { insertOperatorToken } from './operator-tokens/store.js';
import { rolesShown, storedRights } from './operator-tokens/stored-rights.js';
import type { TokenKeys } from './token-keys.js';

export interface MintingParts extends Pick<ServiceParts, 'db' | 'clock'> {
  readonly keys: TokenKeys;
}

export type MintedToken =
  | { readonly outcome: 'minted'; readonly token: string; readonly id: string; readonly expiresAt: string }
  /** One sentence per problem, all at once. Nothing was created. */
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

const MINTING = systemPrincipal('operator-tokens');

const SUBJECT = plainLine({ maximum: 200 });

/**
 * Creates an operator's token at an administrator's request: records it, so that it can be revoked, and audits who
 * created it for whom, with which access and lifetime. A crash between the record and the answer leaves a record
 * whose token was never issued.
 */
export async function mintOperatorToken(
  { db, clock, keys }: MintingParts,
  by: Principal,
  request: OperatorTokenRequest,
): Promise<MintedToken> {
  const { lifetimeSeconds = OPERATOR_TOKEN_SECONDS } = request;
  const { role, organizationIds, organizationRoles } = storedRights(request);
  const subject = SUBJECT.safeParse(request.subject);
  const problems = [
    ...(request.subject.trim() === '' ? ['a token needs a subject'] : []),
    ...(subject.success ? [] : subject.error.issues.map(({ message }) => `the subject ${message}`)),
    ...(lifetimeSeconds > LONGEST_OPERATOR_TOKEN_SECONDS
      ? [`a token lasts ${LONGEST_OPERATOR_TOKEN_SECONDS} seconds at most`]
      : []),
    ...(await unknownOrganizationProblems(db, organizationIds)),
  ];
  if (problems.length > 0 || !subject.success) return { outcome: 'refused', problems };
  const name = subject.data;
  const now = clock.now();
  const id = newId(now.epochMilliseconds);
  const expiresAt = isoInstant(now.add({ seconds: lifetimeSeconds }));
  const reach = organizationIds.length > 0 ? organizationIds : 'all';
  await db.transaction(async (tx) => {
    const record = {
      id,
      name,
      role,
      organizationIds,
      organizationRoles,
      createdAt: isoInstant(now),
      expiresAt,
      createdBy: by.actor,
    };
    await insertOperatorToken(tx.models(MINTING), { ...record, displayName: null, issuer: null, sessionHash: null });
    const after = { name, role: roleNamed(role), organizationIds: reach, ...rolesShown(organizationRoles), expiresAt };
    await recordSharedAct(tx, clock, by, { action: 'operator_token.create', subject: id, organizationIds, after });
  });
  return {
    outcome: 'minted',
    token: await signOperatorToken(keys, { ...request, role, organizationIds, id, lifetimeSeconds }),
    id,
    expiresAt,
  };
}
