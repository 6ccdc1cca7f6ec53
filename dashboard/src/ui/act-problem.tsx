import type { useMutationOnce } from '../graph/use-mutation-once';
import { Problem } from './action-problem-alert';
import { SignInAgain } from './sign-in-again';

interface ActProblemProps {
  readonly act: Pick<ReturnType<typeof useMutationOnce>, 'code' | 'problem' | 'start'>;
}

/** Why an act failed. If it needs a recent sign-in, the way there; the act is repeated afterwards. */
export function ActProblem({ act: { code, problem, start } }: ActProblemProps) {
  return code === 'recent_sign_in_required' ? <SignInAgain onDone={start} /> : <Problem>{problem}</Problem>;
}
