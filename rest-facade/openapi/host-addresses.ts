/** The addresses of the two hosts, without a trailing slash. */
export interface Addresses {
  readonly baseUrl: string;
  readonly secureUrl: string;
}

/** Addresses of a start without configuration, used in the checked-in document. A deployment serves its own. */
export const DEFAULT_ADDRESSES: Addresses = { baseUrl: 'http://127.0.0.1:4000', secureUrl: 'http://127.0.0.1:4002' };
