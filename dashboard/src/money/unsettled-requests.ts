import type { MoneyRequest } from './money-request';

/** A request whose outcome is not known, with the operator who sent it. */
export interface UnsettledRequest {
  readonly operator: string;
  readonly key: string;
  readonly sent: MoneyRequest;
}

const PREFIX = 'tributary-act:';

/** Kept in session storage, so that a page that is loaded again asks with the same key. */
export function keepUnsettled(name: string, unsettled: UnsettledRequest): void {
  sessionStorage.setItem(`${PREFIX}${name}`, JSON.stringify(unsettled));
}

export function forgetUnsettled(name: string): void {
  sessionStorage.removeItem(`${PREFIX}${name}`);
}

/** Every request that this tab has not settled, by its name. */
export function unsettledRequests(): readonly (readonly [name: string, UnsettledRequest])[] {
  return Object.keys(sessionStorage)
    .filter((place) => place.startsWith(PREFIX))
    .map((place) => [place.slice(PREFIX.length), JSON.parse(sessionStorage.getItem(place) ?? '')] as const);
}
