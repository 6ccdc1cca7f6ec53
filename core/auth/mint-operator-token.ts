import { recordAudit } from '../audit/record.js';
import type { Clock } from '../clock.js';
import { isoInstant } from '../dates.js';
import type { Database } from '../db/database.js';
import { unknownOrganizations } from './api-keys/administration.js';
import {
  issueOperatorToken,
  LONGEST_OPERATOR_TOKEN_SECONDS,
  OPERATOR_TOKEN_SECONDS,
  type OperatorTokenRequest,
} from './operator-token.js';
import type { Principal } from './principal.js';
import type { TokenKeys } from './token-keys.js';

export interface MintingParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: TokenKeys;
}

export type MintedToken =
  | { readonly outcome: 'minted'; readonly token: string }
  /** One sentence per problem, all at once. Nothing was made. */
  | { readonly outcome: 'refused'; readonly problems: readonly string[] };

/** Makes an operator's token on somebody's word, and audits who gave it to whom, with which reach and for how long. */
export async function mintOperatorToken(
  { db, clock, keys }: MintingParts,
  by: Principal,
  request: OperatorTokenRequest,
): Promise<MintedToken> {
  const { subject, role, organizationIds = [], lifetimeSeconds = OPERATOR_TOKEN_SECONDS } = request;
  const problems = [
    ...(subject.trim() === '' ? ['a token needs a subject'] : []),
    ...(lifetimeSeconds > LONGEST_OPERATOR_TOKEN_SECONDS
      ? [`a token lasts ${LONGEST_OPERATOR_TOKEN_SECONDS} seconds at most: it cannot be revoked`]
      : []),
    ...(await unknownOrganizations(db, organizationIds)).map((id) => `there is no organization ${id}`),
  ];
  if (problems.length > 0) return { outcome: 'refused', problems };
  const expiresAt = isoInstant(clock.now().add({ seconds: lifetimeSeconds }));
  const reach = organizationIds.length > 0 ? organizationIds : 'all';
  await recordAudit(db, clock, by, {
    action: 'operator_token.create',
    subject,
    after: { role, organizationIds: reach, expiresAt },
  });
  return { outcome: 'minted', token: await issueOperatorToken(keys, { ...request, lifetimeSeconds }) };
}
