import type { ErrorCode } from '../core/errors/catalogue.js';

/** The client package's module of error codes: it imports nothing of the product. */
export function sdkErrorCodes(codes: readonly ErrorCode[]): string {
  return `// Written by \`npm run generate\` from core/errors/catalogue.ts.
export const ERROR_CODES = [
${codes.map((code) => `  '${code}',\n`).join('')}] as const;

export type ApiErrorCode = (typeof ERROR_CODES)[number];
`;
}
