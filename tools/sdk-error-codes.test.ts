import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CATALOGUE, isErrorCode } from '../core/errors/catalogue.js';
import { sdkErrorCodes } from './sdk-error-codes.js';

it('the client package has every code of the catalogue except those for operators only', () => {
  const checkedIn = readFileSync(new URL('../sdk/src/generated/error-codes.ts', import.meta.url), 'utf8');
  expect(checkedIn).toBe(sdkErrorCodes(Object.keys(CATALOGUE).filter(isErrorCode)));
});
