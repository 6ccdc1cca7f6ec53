/** Where the two hosts are; without a slash at the end. */
export interface Addresses {
  readonly baseUrl: string;
  readonly secureUrl: string;
}

/** Of a start without configuration: what the checked-in document says. A host that serves it says its own. */
export const DEFAULT_ADDRESSES: Addresses = { baseUrl: 'http://127.0.0.1:4000', secureUrl: 'http://127.0.0.1:4002' };
