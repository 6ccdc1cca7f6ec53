import type { Operation } from '../contract.js';
import { curl } from './curl.js';
import { python } from './python.js';
import { requestOf, type SampleValues } from './sample-request.js';
import { sdk } from './sdk.js';

export interface Sample {
  readonly tab: 'curl' | 'sdk' | 'python';
  readonly language: string;
  readonly text: string;
}

/** One request in each supported language. */
export function samplesOf(operation: Operation, values?: SampleValues): readonly Sample[] {
  const request = requestOf(operation, values);
  if (request === undefined) return [];
  const inSdk = sdk(request);
  return [
    { tab: 'curl', language: 'sh', text: curl(request) },
    ...(inSdk === undefined ? [] : [{ tab: 'sdk', language: 'ts', text: inSdk } as const]),
    { tab: 'python', language: 'python', text: python(request) },
  ];
}
