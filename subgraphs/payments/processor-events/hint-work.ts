/** `later`: the processor did not answer, or what it is about is under way here. */
export type HintOutcome = { readonly kind: 'done'; readonly outcome: string } | { readonly kind: 'later' };

/** What works on hints: it asks the processor how what the hint is about stands now, and has us stand as it does. */
export interface HintWork {
  readonly charge: {
    /** @param again - an operator has asked: what a loan system has refused is tried once more. */
    settle(processor: string, chargeExternalId: string, again: boolean): Promise<HintOutcome>;
  };
  readonly method: { settle(processor: string, token: string): Promise<HintOutcome> };
}
