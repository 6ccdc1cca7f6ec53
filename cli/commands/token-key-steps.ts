import type { Command } from 'commander';
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
import { answering } from '../answer.js';
import { CommandError } from '../command-error.js';
import { asEnvironment } from '../environment-lines.js';

export function registerTokenKeySteps(secrets: Command): void {
  registerStep(
    secrets,
    'rotate-token-key',
    'first of three steps: a new token key verifies only; set both lines where they were set, restart',
    withNewKey,
  );
  registerStep(
    secrets,
    'promote-token-key',
    'second step: the new token key signs, the old one verifies; set both lines where they were set, restart',
    (keys) => withLastKeySigning(several(keys)),
  );
  registerStep(
    secrets,
    'retire-token-key',
    'third step, an hour after the last restart: without the token keys that do not sign',
    (keys) => withSigningKeyOnly(several(keys)),
  );
}

/** Each step prints TOKEN_SIGNING_KEYS from what it is set to now, and what the parts that only verify are to have. */
function registerStep(
  secrets: Command,
  name: string,
  description: string,
  step: (keys: TokenKeySet) => TokenKeySet | Promise<TokenKeySet>,
): void {
  answering(secrets.command(name).description(description), async () => {
    const { TOKEN_SIGNING_KEYS } = await loadConfig(undefined, { tokens: 'issues' });
    const keys = await step(parseTokenKeys(TOKEN_SIGNING_KEYS ?? ''));
    return asEnvironment({
      TOKEN_SIGNING_KEYS: tokenKeysText(keys),
      TOKEN_VERIFICATION_KEYS: tokenKeysText(publicTokenKeys(keys)),
    });
  });
}

function several(keys: TokenKeySet): TokenKeySet {
  if (keys.keys.length > 1) return keys;
  throw new CommandError('TOKEN_SIGNING_KEYS holds one key only: `secrets rotate-token-key` comes first');
}
