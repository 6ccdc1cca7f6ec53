export interface BoardingKey {
  readonly organizationId: string;
  readonly id: string;
}

/**
 * `busy`: another process is running this step. `waiting`: another boarding of the organization is being written.
 * `over`: nothing is left to do.
 */
export type StepOutcome =
  | { readonly kind: 'moved' | 'over' | 'busy' }
  | { readonly kind: 'waiting'; readonly for: BoardingKey };

export const STEP_TAKEN: StepOutcome = { kind: 'moved' };
export const BOARDING_OVER: StepOutcome = { kind: 'over' };
export const BUSY: StepOutcome = { kind: 'busy' };
