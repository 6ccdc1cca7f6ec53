/** The role in an address. */
export interface NamedRole {
  readonly name: string;
  /** Undefined if the address has none: it comes from elsewhere, for example a certificate. */
  readonly password: string | undefined;
}

/** Undefined if the address has no role. */
export function roleOf(databaseUrl: string): NamedRole | undefined {
  const { username, password } = new URL(databaseUrl);
  if (username === '') return undefined;
  return { name: decodeURIComponent(username), password: password === '' ? undefined : decodeURIComponent(password) };
}
