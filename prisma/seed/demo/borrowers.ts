import type { Temporal } from 'temporal-polyfill';
import { newId } from '../../../core/ids/ids.js';
import { isoInstant } from '../../../core/time/dates.js';
import { address, borrower } from './fictional-names-and-addresses.js';
import type { Row } from './insert-rows.js';
import type { Random } from './random.js';

export interface Borrower {
  readonly id: string;
  readonly organizationId: string;
  readonly displayName: string;
  readonly knownSince: Temporal.Instant;
}

export interface Borrowers {
  readonly primaryId: string;
  readonly coBorrowerId: string | undefined;
}

/** The borrowers, each with a billing address; some take a second loan, some sign together. */
export class BorrowerBook {
  readonly rows: Row[] = [];
  readonly addresses: Row[] = [];
  readonly persons: Borrower[] = [];
  readonly #random: Random;
  readonly #known = new Map<string, string>();

  constructor(random: Random) {
    this.#random = random;
  }

  sign(organizationId: string, at: Temporal.Instant): Borrowers {
    const known = this.#known.get(organizationId);
    const primaryId = known !== undefined && this.#random.chance(15) ? known : this.#add(organizationId, at);
    this.#known.set(organizationId, primaryId);
    const coBorrowerId = this.#random.chance(25) ? this.#add(organizationId, at) : undefined;
    return { primaryId, coBorrowerId };
  }

  personOf(id: string): Borrower {
    const found = this.persons.find((person) => person.id === id);
    if (found === undefined) throw new Error('a borrower has signed');
    return found;
  }

  #add(organization_id: string, at: Temporal.Instant): string {
    const id = newId(at.epochMilliseconds);
    const created_at = isoInstant(at);
    const person = borrower(this.#random);
    this.persons.push({ id, organizationId: organization_id, displayName: person.display_name, knownSince: at });
    this.rows.push({ id, organization_id, ...person, created_at });
    this.addresses.push({
      id: newId(at.epochMilliseconds),
      organization_id,
      person_id: id,
      ...address(this.#random),
      created_at,
    });
    return id;
  }
}
