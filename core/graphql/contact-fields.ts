import { comparableEmail, contactSearch } from '../contract/contact-search.js';

/**
 * Fields with contact data of a person, or with the name on an instrument, by type. A person's name alone is not
 * contact data: every screen shows it. A test walks the schema and fails for a text field that is neither here nor in
 * the test's list of other fields.
 */
export const CONTACT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Person: ['email', 'phone', 'addresses'],
  PersonAddress: ['line1', 'line2', 'city', 'state', 'postalCode', 'country'],
  PaymentMethod: ['holderName'],
  PayoffLetter: ['addressLines'],
  CampaignEvent: ['recipient'],
  Suppression: ['address'],
};

/**
 * An argument that is compared with contact data. The result shows whether a guess was right, so its use counts as a
 * read.
 */
export interface ContactArgument {
  /** The contact data in a value, normalized for comparison; undefined when the value holds none. */
  readonly sought: (value: string) => string | undefined;
  /**
   * The field writes its own audit entry about the address, so no second one is written. The read still counts against
   * the limit.
   */
  readonly hasOwnEntry?: true;
}

/**
 * By field and argument. The same test fails for a text argument that is neither here nor in its list of other
 * arguments.
 */
export const CONTACT_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, ContactArgument>>>> = {
  'Query.persons': { text: { sought: (text) => contactSearch(text)?.value } },
  'Query.isSuppressed': { address: { sought: comparableEmail } },
  // A removal has its own entry; but a request that removes nothing also reveals whether the address was there.
  'Mutation.removeSuppression': { address: { sought: comparableEmail } },
  'Mutation.eraseRecipient': { address: { sought: comparableEmail, hasOwnEntry: true } },
};
