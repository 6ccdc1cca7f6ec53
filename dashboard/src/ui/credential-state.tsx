import { Mark } from './mark';

interface CredentialStateProps {
  readonly credential: { readonly revokedAt: string | null; readonly expiresAt?: string | null };
  /** What a revoked one is called. */
  readonly revoked: string;
}

/** Whether a key or a token still works. */
export function CredentialState({ credential: { revokedAt, expiresAt }, revoked }: CredentialStateProps) {
  if (revokedAt) return <Mark tone="quiet">{revoked}</Mark>;
  const isOver = expiresAt && Date.parse(expiresAt) < Date.now();
  return isOver ? <Mark tone="quiet">Expired</Mark> : <Mark tone="good">Active</Mark>;
}
