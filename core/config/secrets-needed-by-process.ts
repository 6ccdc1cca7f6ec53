import { SUBGRAPH_NAMES } from '../principal/subgraph-names.js';
import { SIGNING_PARTS, type SigningPart } from './part-keys.js';

/** What a process does, as far as it decides which secrets it needs and which it must not have. */
export interface ProcessNeeds {
  /** It is the secure host, or includes it. */
  readonly captures?: boolean;
  /** It calls card processors, or needs to know which are configured. */
  readonly processes?: boolean;
  /** How it uses clients’ and operators’ tokens; a process that issues them also verifies them. */
  readonly tokens?: 'issues' | 'verifies';
  /** It writes or reads secrets that are stored encrypted. */
  readonly keepsSecrets?: boolean;
  /** It posts payments at loan systems. */
  readonly posts?: boolean;
  /** Which part it is, where parts run as separate processes. Undefined: a process with all parts, or a command. */
  readonly part?: SigningPart | 'subgraph';
}

/** Every part that `serve` runs as a process of its own. */
export const PART_NAMES = [...SIGNING_PARTS, ...SUBGRAPH_NAMES];
export type PartName = (typeof PART_NAMES)[number];

export const NEEDS_OF_PARTS: Readonly<Record<PartName, ProcessNeeds>> = {
  rest: { part: 'rest', tokens: 'issues' },
  secure: { part: 'secure', tokens: 'verifies', captures: true, processes: true },
  gateway: { part: 'gateway', tokens: 'verifies' },
  worker: { part: 'worker', processes: true, keepsSecrets: true, posts: true },
  servicing: { part: 'subgraph', keepsSecrets: true },
  payments: { part: 'subgraph', keepsSecrets: true, processes: true, posts: true },
  reporting: { part: 'subgraph' },
  messaging: { part: 'subgraph', keepsSecrets: true },
};

export type SecretName =
  | 'TOKEN_SIGNING_KEYS'
  | 'TOKEN_VERIFICATION_KEYS'
  | 'INTERNAL_SIGNING_KEY'
  | 'INTERNAL_VERIFICATION_KEYS'
  | 'CURSOR_SIGNING_SECRET'
  | 'POSTING_REFERENCE_SECRET'
  | 'CARD_FINGERPRINT_SECRET'
  | 'DATA_ENCRYPTION_KEYS';

/** The variables that production requires and development generates. */
export function requiredSecrets({
  captures = false,
  keepsSecrets = false,
  posts = false,
  tokens,
  part,
}: ProcessNeeds): readonly SecretName[] {
  return [
    ...(tokens === 'issues' ? (['TOKEN_SIGNING_KEYS'] as const) : []),
    ...(tokens === 'verifies' ? (['TOKEN_VERIFICATION_KEYS'] as const) : []),
    ...(part !== undefined && part !== 'subgraph' ? (['INTERNAL_SIGNING_KEY'] as const) : []),
    ...(part === undefined ? [] : (['INTERNAL_VERIFICATION_KEYS'] as const)),
    'CURSOR_SIGNING_SECRET',
    ...(posts ? (['POSTING_REFERENCE_SECRET'] as const) : []),
    ...(captures ? (['CARD_FINGERPRINT_SECRET'] as const) : []),
    ...(keepsSecrets ? (['DATA_ENCRYPTION_KEYS'] as const) : []),
  ];
}

/** Whether it may hold the private token keys: a process with all parts, a command, and the part that issues tokens. */
export function mayIssue({ tokens, part }: ProcessNeeds): boolean {
  return part === undefined || tokens === 'issues';
}
