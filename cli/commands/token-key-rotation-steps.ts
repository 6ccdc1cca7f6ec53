import { loadConfig } from '../../core/config/load.js';
import {
  parseTokenKeys,
  publicTokenKeys,
  type TokenKeySet,
  tokenKeysText,
  withLastKeySigning,
  withNewKey,
  withSigningKeyOnly,
} from '../../core/config/token-key-set.js';
import { CommandError } from '../command-error.js';
import { type Declare, withAnswer } from '../command-result-as-json-or-text.js';
import { asEnvironment } from '../environment-lines.js';

export const tokenKeySteps = {
  'rotate-token-key': step(
    'step 1 of 3: print a new token key that only verifies; set both lines in place of the old ones, then restart',
    withNewKey,
  ),
  'promote-token-key': step(
    'step 2 of 3: the new token key signs and the old one verifies; set both lines, then restart',
    (keys) => withLastKeySigning(several(keys)),
  ),
  'retire-token-key': step(
    'step 3 of 3, an hour after the last restart: remove the token keys that do not sign',
    (keys) => withSigningKeyOnly(several(keys)),
  ),
};

/** Each step prints the new TOKEN_SIGNING_KEYS, from its current value, and the keys for parts that only verify. */
function step(description: string, compute: (keys: TokenKeySet) => TokenKeySet | Promise<TokenKeySet>): Declare {
  return withAnswer(description, [], async () => {
    const { TOKEN_SIGNING_KEYS } = await loadConfig(undefined, { tokens: 'issues' });
    const keys = await compute(parseTokenKeys(TOKEN_SIGNING_KEYS ?? ''));
    return asEnvironment({
      TOKEN_SIGNING_KEYS: tokenKeysText(keys),
      TOKEN_VERIFICATION_KEYS: tokenKeysText(publicTokenKeys(keys)),
    });
  });
}

function several(keys: TokenKeySet): TokenKeySet {
  if (keys.keys.length > 1) return keys;
  throw new CommandError('TOKEN_SIGNING_KEYS holds only one key: run `secrets rotate-token-key` first');
}
