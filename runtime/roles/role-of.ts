/** A role as an address names it. */
export interface NamedRole {
  readonly name: string;
  /** Undefined when the address has none: it comes from elsewhere, such as a certificate. */
  readonly password: string | undefined;
}

/** Undefined when the address names no role. */
export function roleOf(databaseUrl: string): NamedRole | undefined {
  const { username, password } = new URL(databaseUrl);
  if (username === '') return undefined;
  return { name: decodeURIComponent(username), password: password === '' ? undefined : decodeURIComponent(password) };
}
