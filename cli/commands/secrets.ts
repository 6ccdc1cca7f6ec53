import type { Command } from 'commander';
import { loadConfig } from '../../core/config/load.js';
import { freshSecrets } from '../../core/config/secrets.js';
import {
  parseTokenKeys,
  type TokenKeySet,
  tokenKeysText,
  withLastKeySigning,
  withNewKey,
  withSigningKeyOnly,
} from '../../core/config/token-key-set.js';
import { type Answer, answering } from '../answer.js';
import { CommandError } from '../command-error.js';

export function registerSecrets(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('secrets of a deployment, as lines of an environment file: generate, replace the token key');
  answering(
    secrets.command('generate').description('a new set of everything that NODE_ENV=production requires'),
    async () => asLines({ ...(await freshSecrets()) }),
  );
  registerTokenKeyStep(
    secrets,
    'rotate-token-key',
    'first of three steps: TOKEN_SIGNING_KEYS with a new key that verifies only; set it everywhere, restart',
    withNewKey,
  );
  registerTokenKeyStep(
    secrets,
    'promote-token-key',
    'second step: the new key signs, the old one verifies; set it everywhere, restart',
    (keys) => withLastKeySigning(several(keys)),
  );
  registerTokenKeyStep(
    secrets,
    'retire-token-key',
    'third step, an hour after the last restart: without the keys that do not sign',
    (keys) => withSigningKeyOnly(several(keys)),
  );
}

/** Each step prints TOKEN_SIGNING_KEYS from what it is set to now. */
function registerTokenKeyStep(
  secrets: Command,
  name: string,
  description: string,
  step: (keys: TokenKeySet) => TokenKeySet | Promise<TokenKeySet>,
): void {
  answering(secrets.command(name).description(description), async () => {
    const { TOKEN_SIGNING_KEYS } = await loadConfig();
    return asLines({ TOKEN_SIGNING_KEYS: tokenKeysText(await step(parseTokenKeys(TOKEN_SIGNING_KEYS))) });
  });
}

function several(keys: TokenKeySet): TokenKeySet {
  if (keys.keys.length > 1) return keys;
  throw new CommandError('TOKEN_SIGNING_KEYS holds one key only: `secrets rotate-token-key` comes first');
}

function asLines(values: Readonly<Record<string, string>>): Answer {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return { document: values, text: lines.join('\n') };
}
