import { z } from 'zod';
import { checkedBody } from '../../../../core/contract/checked-write.js';
import { contactSearch, phoneDigits } from '../../../../core/contract/contact-search.js';
import { dateRange, instants } from '../../../../core/contract/date-range.js';
import { text } from '../../../../core/contract/text.js';
import type { Database } from '../../../../core/db/database.js';
import type { Cursors, Page } from '../../../../core/db/list-cursors-and-limits.js';
import { readPage } from '../../../../core/db/paged-lists.js';
import { Problem } from '../../../../core/errors/problem.js';
import { rowById } from '../../../../core/graphql/batched-reads.js';
import { isId } from '../../../../core/ids/ids.js';
import { limitToOrganization, type Principal, requireScope } from '../../../../core/principal/principal.js';
import { type AddressRow, personsWithAddresses } from '../../../../loan-model/person/address.store.js';
import { PERSONS, PERSONS_BY_EMAIL, PERSONS_BY_PHONE, type PersonRow, personsByIds } from './person.reads.store.js';
import type { PersonListArguments } from './person.type.js';

const searchBody = z.object({ text: text({ minimum: 1, maximum: 100 }).nullish() });

/** Reads the persons who borrow on accounts within the caller's allowlist. */
export class PersonService {
  constructor(
    private readonly db: Database,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Newest first; `from` and `to` are creation dates, UTC. A text matches part of a name, or a whole email address or
   * telephone number (`contactSearch`).
   *
   * @throws {Problem} `organization_out_of_scope`, `invalid_date_range`, `invalid_limit`, `validation_failed` for a bad
   *   cursor, or a text that is empty or too long.
   */
  async list(principal: Principal, request: PersonListArguments): Promise<Page<PersonRow>> {
    requireScope(principal, 'persons:read');
    const { organizationId, from, to } = request;
    const caller = limitToOrganization(principal, organizationId);
    const { text: sought } = checkedBody(searchBody, { text: request.text });
    const created = instants(dateRange(from, to));
    const parts = { db: this.db, cursors: this.cursors };
    const filters = { organizationId, from, to, text: sought };
    const contact = typeof sought === 'string' ? contactSearch(sought) : undefined;
    switch (contact?.kind) {
      case 'email':
        return readPage(parts, caller, PERSONS_BY_EMAIL, { ...created, email: contact.value }, filters, request);
      case 'phone': {
        const phones = phoneDigits(contact.value);
        return readPage(parts, caller, PERSONS_BY_PHONE, { ...created, phones }, filters, request);
      }
      case undefined:
        return readPage(parts, caller, PERSONS, { ...created, nameText: sought ?? null }, filters, request);
    }
  }

  /** @throws {Problem} `person_not_found`, the same for a foreign and a missing id. */
  async one(principal: Principal, id: string): Promise<PersonRow> {
    const [found] = await this.many(principal, [id]);
    if (found === undefined || found instanceof Error) throw found ?? new Problem('person_not_found');
    return found;
  }

  /** Results are in the order of `ids`; an id that the caller cannot reach yields an error in its place. */
  async many(principal: Principal, ids: readonly string[]): Promise<readonly (PersonRow | Error)[]> {
    requireScope(principal, 'persons:read');
    const rows = await this.db.many(principal, personsByIds, { ids: ids.filter(isId) });
    return rowById(ids, rows, () => new Problem('person_not_found'));
  }

  /** The addresses of each person, current ones first. */
  async addresses(principal: Principal, personIds: readonly string[]): Promise<readonly (readonly AddressRow[])[]> {
    requireScope(principal, 'persons:read');
    const persons = await personsWithAddresses(this.db.models(principal), personIds);
    const byId = new Map(persons.map(({ id, addresses }) => [id, addresses]));
    return personIds.map((id) => byId.get(id) ?? []);
  }
}
