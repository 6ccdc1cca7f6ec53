import { ROLES, type Role } from '../generated/contract-lists';

/**
 * The signed-in operator, as the server reports it. The CSRF token is in memory only; no script can read the cookie.
 */
export type Session =
  | { readonly signedIn: false; readonly ways: readonly SignInWay[] }
  | { readonly signedIn: true; readonly operator: Operator; readonly expiresAt: string };

export type SignInWay = 'oidc' | 'demo';

/** Each role includes the ones before it. */
export function hasRole(role: Role, least: Role = 'viewer'): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

export interface Operator {
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
  /** Null: every lender. */
  readonly organizationIds: readonly string[] | null;
}

interface SessionBody {
  readonly signed_in: boolean;
  readonly ways: readonly SignInWay[];
  readonly operator?: {
    readonly subject: string;
    readonly name: string;
    readonly role: Role;
    readonly organization_ids: readonly string[] | null;
  };
  readonly csrf_token?: string;
  readonly expires_at?: string;
}

/** Key of the query that reads the session. */
export const SESSION_KEY = ['session'] as const;

let token = '';
const listeners = new Set<() => void>();

export function csrfToken(): string {
  return token;
}

export async function readSession(): Promise<Session> {
  const response = await fetch('/session');
  if (!response.ok) throw new Error(`the session cannot be read: ${response.status}`);
  const body = (await response.json()) as SessionBody;
  token = body.csrf_token ?? '';
  if (body.operator === undefined || body.expires_at === undefined) return { signedIn: false, ways: body.ways };
  const { subject, name, role, organization_ids: organizationIds } = body.operator;
  return { signedIn: true, operator: { subject, name, role, organizationIds }, expiresAt: body.expires_at };
}

/** Returns whether it succeeded. */
export async function enterDemo(role: Role): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/session/demo', { method: 'POST', headers, body: JSON.stringify({ role }) });
  return response.ok;
}

/** Returns the address to go to next if the identity provider has a session to end too. */
export async function signOut(): Promise<string | undefined> {
  const response = await fetch('/session/end', { method: 'POST', headers: { 'X-CSRF-Token': token } });
  token = '';
  if (response.status !== 200) return undefined;
  const { leads_to: path } = (await response.json()) as { readonly leads_to: string };
  return path;
}

/** Called once for all requests in flight when the session ended. */
export function sessionEnded(): void {
  token = '';
  for (const listener of listeners) listener();
}

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
