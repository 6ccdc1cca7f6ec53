import { useCallback, useState } from 'react';
import { GraphProblem } from '../graph/problem';

/**
 * Sends a payment or reversal once, however often the button is pressed. The Idempotency-Key is created with the first
 * request and kept in session storage, with the input, until the outcome is known. A page that is loaded again finds
 * both and sends the request again with the same key.
 */
export interface KeyedMutation<Input, Result> {
  readonly state: MutationState<Input, Result>;
  readonly submit: (input: Input) => Promise<void>;
  /** Sends the same request again when the outcome is unknown. */
  readonly askAgain: () => Promise<void>;
  /** Starts over after a known outcome; an unknown outcome is kept. */
  readonly reset: () => void;
}

export type MutationState<Input, Result> =
  | { readonly name: 'ready' }
  | { readonly name: 'sending'; readonly input: Input }
  | { readonly name: 'unknown'; readonly input: Input; readonly error: unknown }
  | { readonly name: 'refused'; readonly error: unknown }
  | { readonly name: 'done'; readonly result: Result };

interface Kept<Input> {
  readonly key: string;
  readonly input: Input;
}

/**
 * These codes are about the caller. They do not say what became of an earlier request, so the key is kept after a lost
 * response.
 */
const ABOUT_THE_CALLER = [
  'missing_token',
  'invalid_token',
  'csrf_token_invalid',
  'insufficient_scope',
  'organization_out_of_scope',
];

/** After these codes the client cannot know whether the request was carried out. */
const UNKNOWN = [
  'network',
  'outcome_unknown',
  'posting_unavailable',
  'service_unavailable',
  'idempotency_in_progress',
  'internal_error',
  'rate_limited',
];

export function useKeyedMutation<Input, Result>(
  name: string,
  send: (key: string, input: Input) => Promise<Result>,
): KeyedMutation<Input, Result> {
  const place = `tributary-act:${name}`;
  const [state, setState] = useState<MutationState<Input, Result>>(() => {
    const kept = read<Input>(place);
    return kept === undefined ? { name: 'ready' } : { name: 'unknown', input: kept.input, error: undefined };
  });
  const perform = useCallback(
    async (act: Kept<Input>, isAgain: boolean) => {
      sessionStorage.setItem(place, JSON.stringify(act));
      setState({ name: 'sending', input: act.input });
      try {
        const result = await send(act.key, act.input);
        sessionStorage.removeItem(place);
        setState({ name: 'done', result });
      } catch (error) {
        if (isOutcome(error, isAgain)) {
          sessionStorage.removeItem(place);
          setState({ name: 'refused', error });
        } else {
          setState({ name: 'unknown', input: act.input, error });
        }
      }
    },
    [place, send],
  );
  return {
    state,
    submit: async (input) => {
      // A second press finds the key that the first press stored.
      if (read(place) === undefined) await perform({ key: crypto.randomUUID(), input }, false);
    },
    askAgain: async () => {
      const kept = read<Input>(place);
      if (kept !== undefined && state.name === 'unknown') await perform(kept, true);
    },
    reset: () => setState((now) => (now.name === 'done' || now.name === 'refused' ? { name: 'ready' } : now)),
  };
}

/** Whether a refusal settles the outcome of the request. */
function isOutcome(error: unknown, isAgain: boolean): boolean {
  if (!(error instanceof GraphProblem) || UNKNOWN.includes(error.code)) return false;
  return !(isAgain && ABOUT_THE_CALLER.includes(error.code));
}

function read<Input>(place: string): Kept<Input> | undefined {
  const text = sessionStorage.getItem(place);
  return text === null ? undefined : (JSON.parse(text) as Kept<Input>);
}
