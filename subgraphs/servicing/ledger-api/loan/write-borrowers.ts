import type { BorrowerRole } from '../../../../core/contract/account-enumerations.js';
import type { BorrowerBody } from '../../../../core/contract/ledger-request-bodies.js';
import { composed, type PlainText } from '../../../../core/contract/stored-text.js';
import type { Transaction } from '../../../../core/db/database.js';
import type { ValidationIssue } from '../../../../core/errors/validation.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import type { Principal } from '../../../../core/principal/principal.js';
import { insertPerson } from '../../../../loan-model/projection/new-person.store.js';
import { knownPersons } from './ledger-loan.reads.store.js';

export interface BookedBorrower {
  readonly personId: string;
  readonly role: BorrowerRole;
  /** Set for a new person; null for a person named by id. */
  readonly displayName: PlainText | null;
}

/** Problems with borrowers named by id: unknown and foreign persons give the same one. */
export async function unknownBorrowers(
  tx: Transaction,
  principal: Principal,
  organizationId: string,
  borrowers: readonly BorrowerBody[],
): Promise<readonly ValidationIssue[]> {
  const named = borrowers.flatMap(({ party_id }, index) => (party_id ? [{ id: party_id, index }] : []));
  const ids = named.map(({ id }) => id).filter(isId);
  const known = ids.length === 0 ? new Set() : await knownPersons(tx.models(principal), organizationId, ids);
  return named
    .filter(({ id }) => !known.has(id))
    .map(({ id, index }) => {
      const error = 'no such person is within reach';
      const loc = ['body', 'borrowers', String(index), 'party_id'];
      return { loc, msg: `Value error, ${error}`, type: 'value_error', input: id, ctx: { error } };
    });
}

/** Inserts the new persons. The primary borrower comes first. */
export async function writeBorrowers(
  tx: Transaction,
  principal: Principal,
  organizationId: string,
  borrowers: readonly BorrowerBody[],
): Promise<readonly BookedBorrower[]> {
  const written: BookedBorrower[] = [];
  for (const { role, party_id: known, ...person } of borrowers) {
    const personId = known ?? (await writePerson(tx, principal, organizationId, person));
    written.push({ personId, role, displayName: composed(person.display_name) ?? null });
  }
  return written.sort(primaryFirst);
}

function primaryFirst(one: BookedBorrower, other: BookedBorrower): number {
  const [first, second] = [one, other].map(({ role, personId }) => `${role === 'primary' ? 0 : 1}${personId}`);
  return String(first) < String(second) ? -1 : 1;
}

async function writePerson(
  tx: Transaction,
  principal: Principal,
  organizationId: string,
  { display_name, email, phone, address }: Omit<BorrowerBody, 'role' | 'party_id'>,
): Promise<string> {
  if (!display_name) throw new Error('the body was checked: a new person has a name');
  const id = newId();
  const person = {
    id,
    organizationId,
    displayName: composed(display_name),
    email: email ?? null,
    phone: phone ?? null,
  };
  await insertPerson(tx.models(principal), person, address ? addressOf(address) : undefined);
  return id;
}

function addressOf({
  line1,
  line2,
  city,
  state,
  postal_code: postalCode,
  country,
}: NonNullable<BorrowerBody['address']>) {
  const street = { line1: composed(line1), line2: composed(line2) ?? null, city: composed(city) };
  const region = {
    state: composed(state) ?? null,
    postalCode: composed(postalCode) ?? null,
    country: country ?? 'US',
  };
  return { id: newId(), ...street, ...region };
}
