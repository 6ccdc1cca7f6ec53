import { worded } from './statuses';

/** Why nothing arrived, in words. */
const ERRORS: Readonly<Record<string, string>> = {
  dns: 'its name was not found',
  timeout: 'no answer in time',
  tls: 'no trusted certificate',
  connection: 'not reached',
};

export function webhookError(error: string): string {
  return ERRORS[error] ?? worded(error).toLowerCase();
}
