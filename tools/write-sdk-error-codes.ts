import { writeFileSync } from 'node:fs';
import { CATALOGUE, isErrorCode } from '../core/errors/catalogue.js';
import { sdkErrorCodes } from './sdk-error-codes.js';

/** Part of `npm run generate`: the client package's list of our errors. Run from the project's root. */
writeFileSync('sdk/src/generated/error-codes.ts', sdkErrorCodes(Object.keys(CATALOGUE).filter(isErrorCode)));
