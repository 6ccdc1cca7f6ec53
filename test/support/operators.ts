import { mintOperatorToken } from '../../core/auth/mint-operator-token.js';
import type { OperatorTokenRequest } from '../../core/auth/operator-token.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import type { Resources } from '../../runtime/assembly/resources.js';

/** An operator's token, created as on the command line. */
export async function operatorToken(
  { db, clock, tokenKeys: keys }: Pick<Resources, 'db' | 'clock' | 'tokenKeys'>,
  request: OperatorTokenRequest,
): Promise<string> {
  const minted = await mintOperatorToken({ db, clock, keys }, systemPrincipal('test'), request);
  if (minted.outcome === 'refused') throw new Error(minted.problems.join('; '));
  return minted.token;
}
