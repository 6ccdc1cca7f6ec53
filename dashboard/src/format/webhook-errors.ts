import { statusText } from './statuses';

/** Why nothing arrived, in words. */
const ERRORS: Readonly<Record<string, string>> = {
  dns: 'its name leads to no address that is sent to',
  timeout: 'no answer in time',
  tls: 'no trusted certificate',
  connection: 'not reached',
};

export function webhookError(error: string): string {
  return ERRORS[error] ?? statusText(error).toLowerCase();
}
