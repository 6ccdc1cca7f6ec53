import { readFileSync } from 'node:fs';
import { type Asset, assetOf } from '../answer/cacheable-asset.js';
import { type Addresses, DEFAULT_ADDRESSES } from './host-addresses.js';

/** The contract document as a host serves it. */
export interface ServedContract {
  readonly document: Asset;
}

/** The checked-in document with this deployment's addresses: read at start, built on first use. */
export function servedContract(addresses: Addresses): ServedContract {
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  let document: Asset | undefined;
  return {
    get document() {
      document ??= relocatedDocument(text, addresses);
      return document;
    },
  };
}

function relocatedDocument(text: string, addresses: Addresses): Asset {
  const document: unknown = JSON.parse(text, (name, value) => {
    return ADDRESS_FIELDS.includes(name) && typeof value === 'string' ? relocated(value, addresses) : value;
  });
  return assetOf(JSON.stringify(document), 'application/json; charset=utf-8');
}

/** Replaced in servers and in the OAuth flow. */
const ADDRESS_FIELDS: readonly string[] = ['url', 'tokenUrl'];

/**
 * Replaces each address in one pass and only as a whole: an address of this deployment may begin like a default one, or
 * be the other host's default.
 */
function relocated(url: string, { baseUrl, secureUrl }: Addresses): string {
  for (const [known, here] of [
    [DEFAULT_ADDRESSES.baseUrl, baseUrl],
    [DEFAULT_ADDRESSES.secureUrl, secureUrl],
  ] as const) {
    if (url === known || url.startsWith(`${known}/`)) return `${here}${url.slice(known.length)}`;
  }
  return url;
}
