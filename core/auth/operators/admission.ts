import { maskedLine } from '../../contract/stored-text.js';
import type { Queries, Transaction } from '../../db/database.js';
import { type Principal, systemPrincipal } from '../../principal/principal.js';
import type { Clock } from '../../time/clock.js';
import { isoInstant } from '../../time/dates.js';
import { identityHashOf } from './identity.js';
import { passOnToSessions } from './pass-on-to-sessions.js';
import { recordOperatorChange } from './record-operator-change.js';
import { findAwaited, findOperator, lockOperators, type StoredOperator, updateOperator } from './store.js';

/** A person whom the issuer has identified. */
export interface IdentifiedPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly verifiedEmail?: string | undefined;
}

/** What the record of a person decides; `unknown`: there is none. */
export type Admission =
  | { readonly outcome: 'admitted'; readonly operator: StoredOperator }
  | { readonly outcome: 'disabled' }
  | { readonly outcome: 'unknown' };

const ADMISSION = systemPrincipal('operators');

/** The issuer and subject decide; an email address only until the first sign-in, because it may get another owner. */
export async function admissionOf(on: Queries, person: IdentifiedPerson): Promise<Admission> {
  const operator = await recordOf(on, person);
  if (operator === undefined) return { outcome: 'unknown' };
  return operator.disabledAt === null ? { outcome: 'admitted', operator } : { outcome: 'disabled' };
}

async function recordOf(on: Queries, { issuer, subject, verifiedEmail }: IdentifiedPerson) {
  const models = on.models(ADMISSION);
  const known = await findOperator(models, { identityHash: identityHashOf(issuer, subject) });
  return known ?? (verifiedEmail === undefined ? undefined : findAwaited(models, verifiedEmail));
}

/**
 * The same at a sign-in, in the transaction that opens the session. The first sign-in by email binds the issuer and the
 * subject to the record, and gives its rights to sessions that this person already has.
 */
export async function admitAtSignIn(
  tx: Transaction,
  clock: Clock,
  by: Principal,
  person: IdentifiedPerson,
): Promise<Admission> {
  await tx.first(ADMISSION, lockOperators, {});
  const admission = await admissionOf(tx, person);
  if (admission.outcome !== 'admitted') return admission;
  const before = admission.operator;
  const signedIn = { ...before, lastSignedInAt: isoInstant(clock.now()) };
  if (before.identityHash !== null) {
    await updateOperator(tx.models(ADMISSION), signedIn);
    return { outcome: 'admitted', operator: signedIn };
  }
  const { issuer, subject } = person;
  const identity = { issuer, subject: maskedLine(subject), identityHash: Buffer.from(identityHashOf(issuer, subject)) };
  const bound = { ...signedIn, ...identity };
  await updateOperator(tx.models(ADMISSION), bound);
  await passOnToSessions(tx, bound);
  await recordOperatorChange(tx, clock, by, { action: 'operator.bind', before, after: bound });
  return { outcome: 'admitted', operator: bound };
}
