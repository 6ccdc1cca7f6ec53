/** Who is signed in, as the host tells it. The token against forged requests lies in memory only; no script reads the cookie. */
export type Session =
  | { readonly signedIn: false; readonly ways: readonly SignInWay[] }
  | { readonly signedIn: true; readonly operator: Operator; readonly expiresAt: string };

export type SignInWay = 'oidc' | 'demo';
export type Role = 'viewer' | 'operator' | 'admin';
/** Each may what those before it may. */
export const RANKS: readonly Role[] = ['viewer', 'operator', 'admin'];

export interface Operator {
  readonly subject: string;
  readonly name: string;
  readonly role: Role;
  /** Null: every lender. */
  readonly organizationIds: readonly string[] | null;
}

interface ToldSession {
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

/** Of the query that reads it. */
export const SESSION_KEY = ['session'] as const;

let token = '';
const listeners = new Set<() => void>();

export function csrfToken(): string {
  return token;
}

export async function readSession(): Promise<Session> {
  const response = await fetch('/session');
  if (!response.ok) throw new Error(`the session cannot be read: ${response.status}`);
  const told = (await response.json()) as ToldSession;
  token = told.csrf_token ?? '';
  if (told.operator === undefined || told.expires_at === undefined) return { signedIn: false, ways: told.ways };
  const { subject, name, role, organization_ids: organizationIds } = told.operator;
  return { signedIn: true, operator: { subject, name, role, organizationIds }, expiresAt: told.expires_at };
}

/** Answers whether it succeeded. */
export async function enterDemo(role: Role): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch('/session/demo', { method: 'POST', headers, body: JSON.stringify({ role }) });
  return response.ok;
}

/** Returns where to go on, if the identity provider has a session that is to end too. */
export async function signOut(): Promise<string | undefined> {
  const response = await fetch('/session/end', { method: 'POST', headers: { 'X-CSRF-Token': token } });
  token = '';
  if (response.status !== 200) return undefined;
  const { leads_to: path } = (await response.json()) as { readonly leads_to: string };
  return path;
}

/** Told once for all that was on its way when the session ended. */
export function sessionEnded(): void {
  token = '';
  for (const listener of listeners) listener();
}

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
