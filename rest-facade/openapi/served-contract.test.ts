import { describe, expect, it } from 'vitest';
import type { Addresses } from './host-addresses.js';
import { servedContract } from './served-contract.js';

function addressesIn(addresses: Addresses) {
  const document = JSON.parse(servedContract(addresses).document.bytes.toString('utf8'));
  return {
    base: document.servers,
    capture: document.paths['/v1/payment-methods/cards'].post.servers,
    both: document.paths['/healthz'].get.servers,
    token: document.components.securitySchemes.access_token.flows.clientCredentials.tokenUrl,
  };
}

const at = (...urls: readonly string[]) => urls.map((url) => expect.objectContaining({ url }));

describe('the contract as a deployment serves it', () => {
  it.each([
    ['ports that begin like the default ones', 'http://127.0.0.1:40020', 'http://127.0.0.1:40021'],
    ['the default ports, swapped', 'http://127.0.0.1:4002', 'http://127.0.0.1:4000'],
    ['custom hosts', 'https://api.lender.example', 'https://cards.lender.example'],
  ])('has its addresses: %s', (_, baseUrl, secureUrl) => {
    expect(addressesIn({ baseUrl, secureUrl })).toEqual({
      base: at(baseUrl),
      capture: at(secureUrl),
      both: at(baseUrl, secureUrl),
      token: `${baseUrl}/v1/oauth/token`,
    });
  });
});
