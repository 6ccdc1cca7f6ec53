import { recordAudit } from '../../../../core/audit/record.js';
import { checkedOptionalKeyWrite } from '../../../../core/contract/checked-write.js';
import { type CorrectPersonBody, correctPersonBody } from '../../../../core/contract/person-correction.js';
import { composed } from '../../../../core/contract/stored-text.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { lockAgainstErasure } from '../../../../core/erasure/erased-placeholders-and-digests.js';
import { Problem } from '../../../../core/errors/problem.js';
import { type ActAnswer, createOnce, keptId } from '../../../../core/idempotency/create-once-keeping-only-ids.js';
import { isId, newId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { personsWithAddresses, setAddresses } from '../../../../loan-model/person/address.store.js';
import { lockPerson, updateContact } from '../../../../loan-model/person/correction.store.js';
import { ADDRESS_FIELDS, auditedCorrection, type ContactRow } from './audited-contact-changes.js';
import { type PersonRow, personsByIds } from './person.reads.store.js';

export type PersonCorrectorParts = Pick<ServiceParts, 'db' | 'clock' | 'clientKeys' | 'contactDigests'>;

export interface CorrectionRequest {
  readonly personId: string;
  readonly idempotencyKey: string | null | undefined;
  readonly body: unknown;
}

/** Corrects the names and contact data of persons that no external loan system keeps. */
export class PersonCorrector {
  constructor(private readonly parts: PersonCorrectorParts) {}

  /**
   * An omitted field keeps its value; null removes an email address, a telephone number or the address. A former
   * address remains stored, no longer current. Corrections are audited as digests; a correction that changes nothing
   * writes nothing.
   *
   * @throws {Problem} `insufficient_scope`, `validation_failed`, `person_not_found`, `person_of_loan_system`,
   *   `person_erased`, `idempotency_conflict`, `idempotency_in_progress`
   */
  async correct(
    principal: Principal,
    { personId, idempotencyKey, body: given }: CorrectionRequest,
  ): Promise<ActAnswer<{ readonly person: PersonRow }>> {
    requireScope(principal, 'ledger:write');
    requireScope(principal, 'persons:read');
    const body = checkedOptionalKeyWrite(correctPersonBody, given, idempotencyKey);
    const { db, clientKeys } = this.parts;
    const { organizationId } = await found(db, principal, personId);
    const caller = limitToOrganization(principal, organizationId);
    const marked = {
      ...body,
      removed: Object.entries(body).flatMap(([name, value]) => (value === null ? [name] : [])),
    };
    return db.transaction((tx) =>
      createOnce(
        { tx, clientKeys, principal: caller },
        {
          request: { organizationId, operation: 'correct_person', idempotencyKey, path: [personId], body: marked },
          kept: keptId,
          perform: async () => {
            await this.#correctIn(tx, caller, { organizationId, id: personId }, body);
            return { kept: { id: personId }, answer: { person: await found(tx, caller, personId) } };
          },
          repeat: async (_, { id }) => ({ person: await found(tx, caller, id) }),
        },
      ),
    );
  }

  async #correctIn(
    tx: Transaction,
    caller: Principal,
    key: { readonly organizationId: string; readonly id: string },
    body: CorrectPersonBody,
  ): Promise<void> {
    const { organizationId, id } = key;
    // Serializes with erasures: an erasure either has read everything that it erases, or finds what is written here.
    await tx.first(caller, lockAgainstErasure, { organizationId });
    const before = await correctable(tx, caller, key);
    const after = corrected(before, body);
    const audited = auditedCorrection(this.parts.contactDigests, before, after);
    if (audited === undefined) return;
    const { displayName, email, phone } = after;
    await updateContact(tx.models(caller), key, { displayName, email, phone });
    if (ADDRESS_FIELDS.some((field) => before[field] !== after[field])) {
      const addresses = after.line1 === null ? [] : [{ ...addressOf(after), id: newId(), personId: id }];
      const given = { personIds: [id], addressesOf: JSON.stringify(addresses) };
      await tx.many(caller, setAddresses, { organizationId, ...given });
    }
    const act = { action: 'person.correct', subject: id, organizationId, ...audited };
    await recordAudit(tx, this.parts.clock, caller, act);
  }
}

/** @throws {Problem} `person_not_found`, `person_of_loan_system`, `person_erased` */
async function correctable(
  tx: Transaction,
  caller: Principal,
  key: { readonly organizationId: string; readonly id: string },
): Promise<ContactRow> {
  const held = await tx.first(caller, lockPerson, key);
  if (held === undefined) throw new Problem('person_not_found');
  const { loanSystemCode, erasedAt, ...contact } = held;
  if (erasedAt !== null) throw new Problem('person_erased');
  if (loanSystemCode !== null) {
    const message = `Another loan system keeps this person’s name and contact data. Correct it in ${loanSystemCode}.`;
    throw new Problem('person_of_loan_system', { loan_system_code: loanSystemCode }, undefined, { message });
  }
  const [person] = await personsWithAddresses(tx.models(caller), [key.id]);
  return { ...contact, ...addressOf(person?.addresses.find(({ isCurrent }) => isCurrent)) };
}

function corrected(before: ContactRow, body: CorrectPersonBody): ContactRow {
  const { display_name, email, phone, address } = body;
  return {
    displayName: composed(display_name) ?? before.displayName,
    email: email === undefined ? before.email : email,
    phone: phone === undefined ? before.phone : phone,
    ...addressOf(address === undefined ? before : address && fromBody(address)),
  };
}

function fromBody({ line1, line2, city, state, postal_code, country }: NonNullable<CorrectPersonBody['address']>) {
  return {
    line1: composed(line1),
    line2: composed(line2) ?? null,
    city: composed(city),
    state: composed(state) ?? null,
    postalCode: composed(postal_code) ?? null,
    country: country ?? 'US',
  };
}

type Address = Pick<ContactRow, (typeof ADDRESS_FIELDS)[number]>;
const NO_ADDRESS: Address = { line1: null, line2: null, city: null, state: null, postalCode: null, country: null };

function addressOf(row: Address | null | undefined): Address {
  const { line1, line2, city, state, postalCode, country } = row ?? NO_ADDRESS;
  return { line1, line2, city, state, postalCode, country };
}

/** @throws {Problem} `person_not_found`, the same for a foreign and a missing id. */
async function found(on: Queries, principal: Principal, id: string): Promise<PersonRow> {
  const row = isId(id) ? await on.first(principal, personsByIds, { ids: [id] }) : undefined;
  if (row === undefined) throw new Problem('person_not_found');
  return row;
}
