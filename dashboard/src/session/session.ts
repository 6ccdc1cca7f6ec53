import { ROLES, type Role } from '../generated/contract-lists';

/**
 * The signed-in operator, as the server reports it. The CSRF token is in memory only; no script can read the cookie.
 */
export type Session =
  | { readonly signedIn: false; readonly ways: readonly SignInWay[] }
  | {
      readonly signedIn: true;
      readonly ways: readonly SignInWay[];
      readonly operator: Operator;
      /** Differs from sign-in to sign-in. */
      readonly csrfToken: string;
      /** How long the session lasted when it was read, by the server's clock: the browser's may be wrong. */
      readonly secondsLeft: number;
    };

export type SignInWay = 'oidc' | 'demo';

/** Each role includes the ones before it. */
export function hasRole(role: Role, least: Role = 'viewer'): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export interface Operator {
  readonly subject: string;
  /** The identity provider of the subject. */
  readonly issuer: string | null;
  readonly way: SignInWay;
  readonly name: string;
  /** At each lender; the lowest one where they differ. */
  readonly role: Role;
  /** Where they differ: the role at each lender. */
  readonly roles: Readonly<Record<string, Role>> | null;
  /** Null: every lender. */
  readonly organizationIds: readonly string[] | null;
}

interface SessionBody {
  readonly signed_in: boolean;
  readonly ways: readonly SignInWay[];
  readonly operator?: {
    readonly subject: string;
    readonly issuer: string | null;
    readonly way: SignInWay;
    readonly name: string;
    readonly role: Role;
    readonly roles?: Readonly<Record<string, Role>> | null;
    readonly organization_ids: readonly string[] | null;
  };
  readonly csrf_token?: string;
  readonly expires_in_seconds?: number;
}

/** Key of the query that reads the session. */
export const SESSION_KEY = ['session'] as const;

let token = '';

export function csrfToken(): string {
  return token;
}

export async function readSession(): Promise<Session> {
  const response = await fetch('/session');
  if (!response.ok) throw new Error(`the session cannot be read: ${response.status}`);
  const body = (await response.json()) as SessionBody;
  token = body.csrf_token ?? '';
  const { ways } = body;
  const { expires_in_seconds: secondsLeft } = body;
  if (body.operator === undefined || secondsLeft === undefined) return { signedIn: false, ways };
  const { organization_ids: organizationIds, roles = null, ...known } = body.operator;
  const operator = { ...known, roles, organizationIds };
  return { signedIn: true, ways, operator, csrfToken: token, secondsLeft };
}

/** @param organizationId - the only lender; default: all. Returns whether it succeeded. */
export async function enterDemo(role: Role, organizationId?: string): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ role, ...(organizationId !== undefined && { organization_id: organizationId }) });
  const response = await fetch('/session/demo', { method: 'POST', headers, body });
  return response.ok;
}

/**
 * Returns the address to go to next if the identity provider has a session to end too.
 *
 * @throws when the session may not have ended
 */
export async function signOut(): Promise<string | undefined> {
  const response = await fetch('/session/end', { method: 'POST', headers: { 'X-CSRF-Token': token } });
  if (response.status >= 500) throw new Error(`the session cannot be ended: ${response.status}`);
  if (response.status !== 200) return undefined;
  const { leads_to: path } = (await response.json()) as { readonly leads_to: string };
  return path;
}

/** Forgets the token of a session that has ended. */
export function forgetToken(): void {
  token = '';
}

/** `ended`: no request will succeed any more. `changed`: the session must be read again. */
export type SessionNews = 'ended' | 'changed';

const listeners = new Set<(news: SessionNews) => void>();

/** Called for every response that shows that the session has ended or was replaced. */
export function reportSession(news: SessionNews): void {
  for (const listener of listeners) listener(news);
}

export function onSessionNews(listener: (news: SessionNews) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
