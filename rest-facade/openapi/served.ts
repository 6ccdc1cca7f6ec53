import { readFileSync } from 'node:fs';
import { type Asset, assetOf } from '../answer/asset.js';
import { type Addresses, DEFAULT_ADDRESSES } from './addresses.js';

/** The contract document as a host answers it. */
export interface ServedContract {
  readonly document: Asset;
}

/** The checked-in document, with the addresses of this deployment; read once, at start. */
export function servedContract({ baseUrl, secureUrl }: Addresses): ServedContract {
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')
    .replaceAll(DEFAULT_ADDRESSES.baseUrl, inJson(baseUrl))
    .replaceAll(DEFAULT_ADDRESSES.secureUrl, inJson(secureUrl));
  return { document: assetOf(JSON.stringify(JSON.parse(text)), 'application/json; charset=utf-8') };
}

function inJson(url: string): string {
  return JSON.stringify(url).slice(1, -1);
}
