/** What the sandbox does when it is asked to post or to reverse. */
export type Behaviour =
  | { readonly kind: 'posts' }
  | { readonly kind: 'refuses'; readonly reason: string }
  /** The request does not reach the sandbox. */
  | { readonly kind: 'unreachable' }
  /** The sandbox posts, but its answer is lost. */
  | { readonly kind: 'posts_unconfirmed' }
  /** The request is lost on the way, so its outcome is unknown. */
  | { readonly kind: 'lost' }
  /** The sandbox posts and then never answers. */
  | { readonly kind: 'posts_and_hangs' };

export interface Scenario {
  readonly payable: boolean;
  readonly post: Behaviour;
  readonly reverse: Behaviour;
  /** What an integrator sees, in Markdown: the guide, the API and the SDK use this text. */
  readonly description: string;
}

const POSTS = { kind: 'posts' } as const;
const USUAL = { payable: true, post: POSTS, reverse: POSTS } as const;

/** Test accounts by contract number, like test cards: each always behaves the same. */
export const SCENARIOS = {
  'SBX-POSTS': { ...USUAL, description: '201 `posted`, as of the business day: on a weekend that is Monday' },
  'SBX-REFUSES': {
    ...USUAL,
    post: { kind: 'refuses', reason: 'account_restricted' },
    description: '422 `servicing_rejected`, reason `account_restricted`',
  },
  'SBX-UNAVAILABLE': {
    ...USUAL,
    post: { kind: 'unreachable' },
    reverse: { kind: 'unreachable' },
    description: '503 `posting_unavailable`; retry with the same key',
  },
  'SBX-UNCONFIRMED-POSTS': {
    ...USUAL,
    post: { kind: 'posts_unconfirmed' },
    description: '202 `pending_confirmation`, `posted` a few seconds later',
  },
  'SBX-UNCONFIRMED-LOST': {
    ...USUAL,
    post: { kind: 'lost' },
    description: '202 `pending_confirmation`, `failed` a few seconds later',
  },
  'SBX-NOT-PAYABLE': { ...USUAL, payable: false, description: '422 `account_not_payable`' },
  'SBX-REVERSAL-UNCONFIRMED': {
    ...USUAL,
    reverse: { kind: 'posts_unconfirmed' },
    description: 'posts; its reversal is 202 `reversal_pending`, then `reversed`',
  },
  'SBX-REVERSAL-REFUSED': {
    ...USUAL,
    reverse: { kind: 'refuses', reason: 'reversal_window_closed' },
    description: 'posts; its reversal is 422 `servicing_rejected`, reason `reversal_window_closed`',
  },
  'SBX-HANGS': {
    ...USUAL,
    post: { kind: 'posts_and_hangs' },
    description: 'posts and never answers: 202 after the timeout, then `posted`',
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioCode = keyof typeof SCENARIOS;

function isScenarioCode(code: string): code is ScenarioCode {
  return Object.hasOwn(SCENARIOS, code);
}

export const SCENARIO_CODES: readonly ScenarioCode[] = Object.keys(SCENARIOS).filter(isScenarioCode);

export function scenarioOf(code: string): Pick<Scenario, 'payable' | 'post' | 'reverse'> {
  return isScenarioCode(code) ? SCENARIOS[code] : USUAL;
}
