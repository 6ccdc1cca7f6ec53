import { writeFileSync } from 'node:fs';
import { sandboxScenarios } from '../runtime/assembly/sandbox-scenarios.js';
import { sdkScenarios } from './sdk-scenarios.js';

/** Part of `npm run generate`: the client package's list of sandbox accounts and cards. Run from the project's root. */
writeFileSync('sdk/src/generated/scenarios.ts', sdkScenarios(sandboxScenarios()));
