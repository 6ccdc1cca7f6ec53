import { mergeConfig } from 'vitest/config';
import base from '../../vitest.config.js';

/** For `npm run upgrades:dump`, which writes files and tests nothing. */
export default { ...mergeConfig(base, {}), test: { ...base.test, include: ['test/upgrades/write-dump.ts'] } };
