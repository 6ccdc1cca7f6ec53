import type { Config } from '../../core/config/load.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';

/** MACs for the heads of the audit log's seals. */
export function auditMacs({ DATA_ENCRYPTION_KEYS: keys }: Pick<Config, 'DATA_ENCRYPTION_KEYS'>): KeyedDigests {
  return new KeyedDigests(keys, 'audit heads');
}
