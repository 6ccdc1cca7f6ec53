import { isId } from '../../../core/ids/ids.js';
import type { CampaignReference } from '../port.js';
import { identifier } from './fields.js';
import { isJsonObject } from './json.js';

/** So that a message with a thousand tags does not become a thousand look-ups. */
const MOST_REFERENCES = 50;

/** A field as the provider spells it, and what it holds: a text, a number, or a list of them. */
export type Candidate = readonly [field: string, value: unknown];

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

/** Variables by which senders say which campaign it is, and nothing else. */
const DECLARED: ReadonlySet<string> = new Set(['campaign', 'campaign_id']);

export interface Variables {
  /** Whose campaign it is, when the sender says so. */
  readonly workspace: readonly Candidate[];
  readonly campaign: readonly Candidate[];
}

/**
 * What the sender of the message has hung on it: `Metadata.campaign`. Of a variable that is not there to name campaigns, name and
 * value are the identifier, `language=en`: whoever registers a value that is common would have what it stands on by chance.
 */
export function variablesOf(field: string, value: unknown): Variables {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const declared = entries.filter(([name]) => DECLARED.has(name));
  const others = entries.filter(([name]) => !DECLARED.has(name) && name !== 'workspace_id');
  return {
    workspace: entries.filter(([name]) => name === 'workspace_id').flatMap(([, item]) => workspaceIn(field, item)),
    campaign: [
      ...declared.map(([name, item]): Candidate => [`${field}.${name}`, item]),
      ...others.map(([name, item]): Candidate => [`${field}.${name}`, [item].flat().map((one) => named(name, one))]),
    ],
  };
}

/** Only what can be a workspace's id says whose an event is: another system may have workspaces of its own. */
export function workspaceIn(field: string, value: unknown): readonly Candidate[] {
  return typeof value === 'string' && isId(value) ? [[`${field}.workspace_id`, value]] : [];
}

function named(name: string, value: unknown): string | undefined {
  const read = identifier.safeParse(value);
  return read.success ? `${name}=${read.data}` : undefined;
}
