/** `later`: the processor did not answer, or the subject is being changed at the moment. */
export type EventOutcome = { readonly kind: 'done'; readonly outcome: string } | { readonly kind: 'later' };

/** Processes events: asks the processor for the current state of the subject and brings our records in line with it. */
export interface EventHandlers {
  readonly charge: {
    /** @param again - an operator has requested a replay: what a loan system refused is tried once more. */
    settle(processor: string, chargeExternalId: string, again: boolean): Promise<EventOutcome>;
  };
  readonly method: { settle(processor: string, token: string): Promise<EventOutcome> };
}
