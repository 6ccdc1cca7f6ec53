import type { ErrorCode } from '../core/errors/catalogue.js';

/** What only operators meet, in the dashboard and over GraphQL: no API key reaches what answers it. */
const FOR_OPERATORS: readonly ErrorCode[] = [
  'csrf_token_invalid',
  'sign_in_refused',
  'operator_token_not_found',
  'operator_exception_not_found',
  'operator_exception_resolved',
  'difference_changed',
  'autopay_run_not_held',
  'difference_act_refused',
];

/** The client package's module of error codes: it imports nothing of the product. */
export function sdkErrorCodes(codes: readonly ErrorCode[]): string {
  return `// Written by \`npm run generate\` from core/errors/catalogue.ts.
export const ERROR_CODES = [
${codes
  .filter((code) => !FOR_OPERATORS.includes(code))
  .map((code) => `  '${code}',\n`)
  .join('')}] as const;

export type ApiErrorCode = (typeof ERROR_CODES)[number];
`;
}
