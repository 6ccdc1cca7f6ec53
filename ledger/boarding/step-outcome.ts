export interface BoardingKey {
  readonly organizationId: string;
  readonly id: string;
}

/** `busy`: somebody else takes this step. `waiting`: for another boarding of the organization, which is being written. `over`: there is nothing left to do. */
export type StepOutcome =
  | { readonly kind: 'moved' | 'over' | 'busy' }
  | { readonly kind: 'waiting'; readonly for: BoardingKey };

export const MOVED: StepOutcome = { kind: 'moved' };
export const OVER: StepOutcome = { kind: 'over' };
export const BUSY: StepOutcome = { kind: 'busy' };
