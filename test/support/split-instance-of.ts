import { parseTokenKeys, publicTokenKeys, tokenKeysText } from '../../core/config/token-key-set.js';
import { deployedParts } from './part-keys.js';
import { openSplitInstance, type SplitInstance } from './split-instance.js';
import type { TestInstance } from './test-instance.js';

/**
 * Every part in its own process on an instance's database; only REST has the private token keys.
 *
 * @param environment - for every part, in addition to limits that a test never reaches
 */
export function splitInstanceOf(
  instance: TestInstance,
  environment: Readonly<Record<string, string>> = {},
  parts = deployedParts(),
): Promise<SplitInstance> {
  const { config, issuer } = instance.resources;
  const { TOKEN_SIGNING_KEYS = '' } = config;
  const TOKEN_VERIFICATION_KEYS = tokenKeysText(publicTokenKeys(parseTokenKeys(TOKEN_SIGNING_KEYS)));
  const { INTERNAL_VERIFICATION_KEYS } = parts.settingsOf('rest');
  const shared = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.databaseUrl,
    TRIBUTARY_DATA_DIR: config.dataDir,
    RATE_LIMIT_API_PER_MINUTE: '6000000',
    RATE_LIMIT_API_BURST: '1000000',
    RECONCILE_FIRST_DELAY_MS: '50',
    LOAN_SYSTEM_TIMEOUT_MS: '1000',
    LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
    PUBLIC_URL: issuer,
    ...{ TOKEN_VERIFICATION_KEYS, INTERNAL_VERIFICATION_KEYS },
    ...environment,
  };
  return openSplitInstance(shared, {
    rest: { ...parts.settingsOf('rest'), TOKEN_SIGNING_KEYS },
    secure: parts.settingsOf('secure'),
    gateway: parts.settingsOf('gateway'),
    worker: parts.settingsOf('worker'),
  });
}
