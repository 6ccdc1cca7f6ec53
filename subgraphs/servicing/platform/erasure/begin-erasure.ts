import { comparedText } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import {
  ERASED_NAME,
  leaveTombstone,
  lockForErasure,
  personDigest,
  recipientDigest,
} from '../../../../core/erasure/erased-placeholders-and-digests.js';
import type { ErasureTerms } from '../../../../core/erasure/erasure-search-terms.js';
import { Problem } from '../../../../core/errors/problem.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal } from '../../../../core/principal/principal.js';
import { markErased } from '../../../../loan-model/person/erase-person.js';

/** The person or the email address to erase. */
export type ErasureSubject =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'recipient'; readonly organizationId: string; readonly address: string };

/** A subject that was found and whose tombstones are written: from here on no sync or event restores the data. */
export interface BegunErasure {
  readonly organizationId: string;
  /** The person's id; for a recipient, the digest of the address. */
  readonly subject: string;
  readonly terms: ErasureTerms;
}

/**
 * Writes the tombstones, in the transaction that erases the person's own rows. A process that was already writing data
 * from a loan system or a provider has finished by then; a later one finds the tombstone.
 *
 * @throws {Problem} `person_not_found`, the same for a foreign and a missing id; `organization_not_found`
 */
export async function beginErasure(
  tx: Transaction,
  principal: Principal,
  key: Buffer,
  subject: ErasureSubject,
  erasedAt: string,
): Promise<BegunErasure> {
  const organizationId = await organizationOf(tx, principal, subject);
  await tx.first(principal, lockForErasure, { organizationId });
  const own = limitToOrganization(principal, organizationId);
  if (subject.kind === 'recipient') {
    const address = subject.address.trim().toLowerCase();
    const terms = { personId: null, accountIds: [], texts: [address], email: null, phone: null, recipient: address };
    await leaveTombstone(tx, own, {
      organizationId,
      kind: 'recipient',
      digest: recipientDigest(key, address),
      erasedAt,
    });
    return { organizationId, subject: recipientDigest(key, address), terms };
  }
  const { personId } = subject;
  const models = tx.models(own);
  const person = await models.person.findFirst({ where: { organizationId, id: personId } });
  if (person === null) throw new Problem('person_not_found');
  const { displayName, email, phone, loanSystemCode, externalId } = person;
  const addresses = await models.personAddress.findMany({ where: { organizationId, personId } });
  const borrowings = await models.accountBorrower.findMany({
    select: { accountId: true },
    where: { organizationId, personId },
  });
  const primary = await models.account.findMany({
    select: { id: true },
    where: { organizationId, primaryBorrowerPartyId: personId },
  });
  const lines = addresses.flatMap(({ line1, line2 }) => [line1, line2]);
  const named = [displayName, email, phone, ...lines].flatMap((text) => text ?? []);
  const recipient = email === null ? null : await recipientOf(tx, own, { organizationId, personId, email });
  const terms = {
    personId,
    accountIds: [...new Set([...borrowings.map(({ accountId }) => accountId), ...primary.map(({ id }) => id)])],
    texts: named.filter((text) => text !== ERASED_NAME),
    email,
    phone,
    recipient,
  };
  await markErased(tx, own, { organizationId, id: personId }, erasedAt);
  if (loanSystemCode !== null && externalId !== null) {
    const digest = personDigest(key, { organizationId, loanSystemCode, externalId });
    await leaveTombstone(tx, own, { organizationId, kind: 'person', digest, erasedAt });
  }
  if (recipient !== null) {
    const digest = recipientDigest(key, recipient);
    await leaveTombstone(tx, own, { organizationId, kind: 'recipient', digest, erasedAt });
  }
  return { organizationId, subject: personId, terms };
}

async function organizationOf(tx: Transaction, principal: Principal, subject: ErasureSubject): Promise<string> {
  const models = tx.models(principal);
  if (subject.kind === 'person') {
    const { personId: id } = subject;
    const found = isId(id) ? await models.person.findFirst({ select: { organizationId: true }, where: { id } }) : null;
    if (found === null) throw new Problem('person_not_found');
    return found.organizationId;
  }
  const { organizationId: id } = subject;
  if (!isId(id) || (await models.organization.count({ where: { id } })) === 0)
    throw new Problem('organization_not_found');
  return id;
}

interface Emailed {
  readonly organizationId: string;
  readonly personId: string;
  readonly email: string;
}

/** Not when another person of the organization has the same address: the events belong to that person too. */
async function recipientOf(
  tx: Transaction,
  principal: Principal,
  { email, organizationId, personId }: Emailed,
): Promise<string | null> {
  const address = email.trim().toLowerCase();
  const alike = await tx.models(principal).person.findMany({
    select: { email: true },
    where: { organizationId, id: { not: personId }, email: { equals: comparedText(email), mode: 'insensitive' } },
  });
  // Escapes the characters of an address that are wildcards in Postgres patterns.
  return alike.some((other) => other.email?.trim().toLowerCase() === address) ? null : address;
}
