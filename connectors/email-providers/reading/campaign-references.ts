import { isId } from '../../../core/ids/ids.js';
import type { CampaignReference } from '../port.js';
import { identifier } from './event-field-schemas.js';
import { isJsonObject } from './json.js';

/** Limits the lookups for a message with, say, a thousand tags. */
const MOST_REFERENCES = 50;

/** A field in the provider's spelling and its value: a text, a number, or a list of them. */
export type Candidate = readonly [field: string, value: unknown];

/** The identifiers in a provider's fields, in the given order, without duplicates. */
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

/** Variables whose only purpose is to name the campaign. */
const DECLARED: ReadonlySet<string> = new Set(['campaign', 'campaign_id']);

export interface Variables {
  /** The workspace of the campaign, if the sender names it. */
  readonly workspace: readonly Candidate[];
  readonly campaign: readonly Candidate[];
}

/**
 * Variables that the sender attached to the message: `Metadata.campaign`. For a general-purpose variable the identifier
 * is name and value, `language=en`: otherwise a workspace that registered a common value would receive unrelated events
 * by chance.
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

/** Accepts only text with the form of a workspace id: another system may have workspaces of its own. */
export function workspaceIn(field: string, value: unknown): readonly Candidate[] {
  return typeof value === 'string' && isId(value) ? [[`${field}.workspace_id`, value]] : [];
}

function named(name: string, value: unknown): string | undefined {
  const read = identifier.safeParse(value);
  return read.success ? `${name}=${read.data}` : undefined;
}
