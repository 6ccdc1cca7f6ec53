import { writeFileSync } from 'node:fs';
import { sandboxScenarios } from '../runtime/assembly/sandbox-scenarios.js';
import { sdkScenarios } from './sdk-scenarios.js';

/** Part of `npm run generate`: what the client package knows of the sandbox. From the project's root. */
writeFileSync('sdk/src/generated/scenarios.ts', sdkScenarios(sandboxScenarios()));
