import type { CampaignReference } from '../port.js';
import { identifier } from './fields.js';
import { isJsonObject } from './json.js';

/** So that a message with a thousand tags does not become a thousand look-ups. */
const MOST_REFERENCES = 50;

/** A field as the provider spells it, and what it holds: a text, a number, or a list of them. */
type Candidate = readonly [field: string, value: unknown];

/** The identifiers among what a provider says of a message, in the order given, none of them twice. */
export function campaignReferences(candidates: readonly Candidate[]): readonly CampaignReference[] {
  const references = new Map<string, CampaignReference>();
  for (const [field, value] of candidates) {
    for (const item of Array.isArray(value) ? value : [value]) {
      const name = identifier.safeParse(field);
      const named = identifier.safeParse(item);
      if (name.success && named.success) {
        references.set(JSON.stringify([field, named.data]), { field, value: named.data });
      }
      if (references.size === MOST_REFERENCES) return [...references.values()];
    }
  }
  return [...references.values()];
}

/** The entries of an object that the sender of the message filled: `Metadata.campaign`. */
export function entriesOf(field: string, value: unknown): readonly Candidate[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, item]) => [`${field}.${key}`, item]);
}
