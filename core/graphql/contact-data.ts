import { comparableEmail, soughtContact } from '../contract/sought-contact.js';

/**
 * Fields whose values say how a person is reached, or whose name is on an instrument: by type. A person's name alone is on every
 * screen, and is none of them. A test walks the schema and fails for a field of text that is neither here nor in its list of others.
 */
export const CONTACT_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Person: ['email', 'phone', 'addresses'],
  PersonAddress: ['line1', 'line2', 'city', 'state', 'postalCode', 'country'],
  PaymentMethod: ['holderName'],
  PayoffLetter: ['addressLines'],
  CampaignEvent: ['recipient'],
  Suppression: ['address'],
};

/** An argument that is compared with contact data: the answer says whether a guess was right, so using it is reading. */
export interface ContactArgument {
  /** The contact data that a value asks for, as it is compared; undefined where it asks for none. */
  readonly sought: (value: string) => string | undefined;
  /** The field writes an audit entry about the address itself: there is no second one. The read counts against the limit all the same. */
  readonly hasOwnEntry?: true;
}

/** By field and argument. The same test fails for an argument of text that is neither here nor in its list of others. */
export const CONTACT_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, ContactArgument>>>> = {
  'Query.persons': { text: { sought: (text) => soughtContact(text)?.value } },
  'Query.isSuppressed': { address: { sought: comparableEmail } },
  // What it removes has an entry of its own; that nothing was there is found out by asking, too.
  'Mutation.removeSuppression': { address: { sought: comparableEmail } },
  'Mutation.eraseRecipient': { address: { sought: comparableEmail, hasOwnEntry: true } },
};
