import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { loadConfig } from '../../core/config/load.js';
import { answering } from '../answer.js';
import { CommandError } from '../command-error.js';
import { asEnvironment } from '../environment-lines.js';

export function registerDataKeySteps(secrets: Command): void {
  registerStep(
    secrets,
    'rotate-data-key',
    'first of four steps: a new data key, which decrypts only; set the line where it was set, restart',
    (keys) => [...keys, randomBytes(32).toString('base64url')],
  );
  registerStep(
    secrets,
    'promote-data-key',
    'second step: the new data key encrypts; set the line where it was set, restart; then `secrets reseal`',
    (keys) => [...several(keys).slice(-1), ...keys.slice(0, -1)],
  );
  registerStep(
    secrets,
    'retire-data-key',
    'fourth step, once `secrets reseal --check` finds nothing under others: the first data key alone',
    (keys) => several(keys).slice(0, 1),
  );
}

/** Each step prints DATA_ENCRYPTION_KEYS from what it is set to now. */
function registerStep(
  secrets: Command,
  name: string,
  description: string,
  step: (keys: readonly string[]) => readonly string[],
): void {
  answering(secrets.command(name).description(description), async () => {
    const { DATA_ENCRYPTION_KEYS } = await loadConfig(undefined, { keepsSecrets: true });
    return asEnvironment({ DATA_ENCRYPTION_KEYS: step(DATA_ENCRYPTION_KEYS).join(',') });
  });
}

function several(keys: readonly string[]): readonly string[] {
  if (keys.length > 1) return keys;
  throw new CommandError('DATA_ENCRYPTION_KEYS holds one key only: `secrets rotate-data-key` comes first');
}
