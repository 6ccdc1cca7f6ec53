import { randomBytes } from 'node:crypto';
import { loadConfig } from '../../core/config/load.js';
import { CommandError } from '../command-error.js';
import { type Declare, withAnswer } from '../command-result-as-json-or-text.js';
import { asEnvironment } from '../environment-lines.js';

export const dataKeySteps = {
  'rotate-data-key': step(
    'step 1 of 4: print a new data key that only decrypts; set the line in place of the old one, then restart',
    (keys) => [...keys, randomBytes(32).toString('base64url')],
  ),
  'promote-data-key': step(
    'step 2 of 4: the new data key encrypts; set the line, restart, then run `secrets reseal`',
    (keys) => [...several(keys).slice(-1), ...keys.slice(0, -1)],
  ),
  'retire-data-key': step(
    'step 4 of 4: keep only the first data key, after `secrets reseal --check` has passed',
    (keys) => several(keys).slice(0, 1),
  ),
};

/** Each step prints the new value of DATA_ENCRYPTION_KEYS, computed from its current value. */
function step(description: string, compute: (keys: readonly string[]) => readonly string[]): Declare {
  return withAnswer(description, [], async () => {
    const { DATA_ENCRYPTION_KEYS } = await loadConfig(undefined, { keepsSecrets: true });
    return asEnvironment({ DATA_ENCRYPTION_KEYS: compute(DATA_ENCRYPTION_KEYS).join(',') });
  });
}

function several(keys: readonly string[]): readonly string[] {
  if (keys.length > 1) return keys;
  throw new CommandError('DATA_ENCRYPTION_KEYS holds only one key: run `secrets rotate-data-key` first');
}
