import { statusText } from './statuses';

/** Why a delivery failed, as text. */
const ERRORS: Readonly<Record<string, string>> = {
  dns: 'its host name resolves to no allowed address',
  timeout: 'no answer in time',
  tls: 'no trusted certificate',
  connection: 'not reached',
};

export function webhookError(error: string): string {
  return ERRORS[error] ?? statusText(error).toLowerCase();
}
