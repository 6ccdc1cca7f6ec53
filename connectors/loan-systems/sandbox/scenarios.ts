/** What the sandbox does when it is asked to post or to reverse. */
export type Behaviour =
  | { readonly kind: 'posts' }
  | { readonly kind: 'refuses'; readonly reason: string }
  /** The request does not reach it. */
  | { readonly kind: 'unreachable' }
  /** It posts, and its answer is lost. */
  | { readonly kind: 'posts_unconfirmed' }
  /** The request is lost on the way, and nobody knows. */
  | { readonly kind: 'lost' }
  /** It posts, and then never answers. */
  | { readonly kind: 'posts_and_hangs' };

export interface Scenario {
  readonly payable: boolean;
  readonly post: Behaviour;
  readonly reverse: Behaviour;
}

const POSTS = { kind: 'posts' } as const;
const USUAL = { payable: true, post: POSTS, reverse: POSTS } as const satisfies Scenario;

/** Test accounts by contract number, after the manner of test cards: each always behaves the same. */
export const SCENARIOS = {
  'SBX-POSTS': USUAL,
  'SBX-REFUSES': { ...USUAL, post: { kind: 'refuses', reason: 'account_restricted' } },
  'SBX-UNAVAILABLE': { ...USUAL, post: { kind: 'unreachable' }, reverse: { kind: 'unreachable' } },
  'SBX-UNCONFIRMED-POSTS': { ...USUAL, post: { kind: 'posts_unconfirmed' } },
  'SBX-UNCONFIRMED-LOST': { ...USUAL, post: { kind: 'lost' } },
  'SBX-NOT-PAYABLE': { ...USUAL, payable: false },
  'SBX-REVERSAL-UNCONFIRMED': { ...USUAL, reverse: { kind: 'posts_unconfirmed' } },
  'SBX-REVERSAL-REFUSED': { ...USUAL, reverse: { kind: 'refuses', reason: 'reversal_window_closed' } },
  'SBX-HANGS': { ...USUAL, post: { kind: 'posts_and_hangs' } },
} as const satisfies Record<string, Scenario>;

export type ScenarioCode = keyof typeof SCENARIOS;

export function scenarioOf(code: string): Scenario {
  return Object.entries(SCENARIOS).find(([known]) => known === code)?.[1] ?? USUAL;
}
