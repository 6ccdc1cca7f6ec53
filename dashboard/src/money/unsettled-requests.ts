import type { MoneyRequest } from './money-request';

/** A request whose outcome is not known, with the operator who sent it. */
export interface UnsettledRequest {
  readonly operator: string;
  readonly key: string;
  readonly sent: MoneyRequest;
  /** When it was first sent, in milliseconds since the epoch. */
  readonly sentAt: number;
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
    .flatMap((place) => {
      const found = parsed(sessionStorage.getItem(place) ?? '');
      return found === undefined ? [] : [[place.slice(PREFIX.length), found] as const];
    });
}

/** Undefined for what another version of the page has kept. */
function parsed(text: string): UnsettledRequest | undefined {
  try {
    const found: Partial<UnsettledRequest> = JSON.parse(text);
    const { operator, key, sent, sentAt } = found;
    return operator && key && sent && sentAt ? { operator, key, sent, sentAt } : undefined;
  } catch {
    return undefined;
  }
}
