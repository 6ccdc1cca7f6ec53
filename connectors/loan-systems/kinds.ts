import {
  createFineract,
  fineractSecrets,
  fineractSettings,
  secretProblems,
  unreportedByFineract,
} from './fineract/fineract.js';
import { createMambu, mambuFindsByReference, mambuSecrets, mambuSettings, unreportedByMambu } from './mambu/mambu.js';
import { type RemoteKind, remoteKind } from './remote-kind.js';

/** The kinds of remote loan systems that have an adapter. */
export const LOAN_SYSTEM_KINDS = {
  fineract: remoteKind({
    settings: fineractSettings,
    secrets: fineractSecrets,
    create: createFineract,
    secretProblems,
    otherAddresses: ({ 'token-url': tokenUrl }) => (tokenUrl === undefined ? [] : [tokenUrl]),
    unreportedFields: unreportedByFineract,
  }),
  mambu: remoteKind({
    settings: mambuSettings,
    secrets: mambuSecrets,
    create: createMambu,
    findsByReference: mambuFindsByReference,
    unreportedFields: unreportedByMambu,
  }),
} as const satisfies Readonly<Record<string, RemoteKind>>;

export type RemoteKindName = keyof typeof LOAN_SYSTEM_KINDS;
