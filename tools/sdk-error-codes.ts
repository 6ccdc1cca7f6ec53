import type { ErrorCode } from '../core/errors/catalogue.js';

/**
 * Codes that only operators get, in the dashboard and over GraphQL: API keys cannot call the operations that return
 * them.
 */
const FOR_OPERATORS: readonly ErrorCode[] = [
  'csrf_token_invalid',
  'sign_in_refused',
  'recent_sign_in_required',
  'operator_not_found',
  'operator_exists',
  'last_admin',
  'operator_token_not_found',
  'operator_exception_not_found',
  'operator_exception_resolved',
  'difference_changed',
  'autopay_run_not_held',
  'difference_act_refused',
];

/** The client package's module of error codes: it imports nothing from the product. */
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
