import { exampleOf, isList, type Operation } from '../contract.js';

/** Values that replace the contract document's examples in a sample; a test fills in existing objects. */
export interface SampleValues {
  /** By the parameter's name. */
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** A request, independent of the sample's language. */
export interface SampleRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly pathValues: readonly string[];
  readonly query: Readonly<Record<string, string | number>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  /** JSON, or a file of this media type. */
  readonly body?: { readonly json: unknown } | { readonly file: string; readonly mediaType: string };
  /** Sends the key itself, by HTTP Basic. */
  readonly isExchange: boolean;
  /** The response is a file. */
  readonly savesAs?: string;
}

const ID = '01KAJ4Z6T3N8QW2V5X7Y9B1CDE';
/** Examples for parameters that are not ids. */
const NAMED: Readonly<Record<string, string>> = {
  idempotency_key: 'receipt-1042',
  provider_or_address: 'generic',
  code: 'crr',
};
/** List samples set a small `limit`. */
const FEW = 10;

/** Undefined for an operation that always fails, or that no client can call. */
export function requestOf(operation: Operation, values: SampleValues = {}): SampleRequest | undefined {
  if (Object.keys(operation.responses).every((status) => Number(status) >= 400)) return undefined;
  // Only the processor can sign it.
  if (operation.name === 'takeProcessorEvent') return undefined;
  const { method, parameters } = operation;
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pathValues = names.map((name) => values.path?.[name] ?? NAMED[name] ?? ID);
  const has = (name: string) => parameters.some((one) => one.name === name);
  const body = bodyOf(operation, values);
  return {
    operation,
    method,
    path: names.reduce((path, name, index) => path.replace(`{${name}}`, pathValues[index] ?? ''), operation.path),
    pathValues,
    query: isList(operation) && has('limit') ? { limit: FEW } : {},
    headers: {
      ...(has('workspace_id') && !isQuery(operation, 'workspace_id') && { workspace_id: ID }),
      ...values.headers,
    },
    ...(has('Idempotency-Key') && { idempotencyKey: values.idempotencyKey ?? keyFor(operation) }),
    ...(body !== undefined && { body }),
    isExchange: operation.name === 'exchangeToken',
    ...(operation.responses['200']?.content?.['application/pdf'] !== undefined && { savesAs: 'payoff-letter.pdf' }),
  };
}

function isQuery({ parameters }: Operation, name: string): boolean {
  return parameters.some((one) => one.name === name && one.in === 'query');
}

function bodyOf({ body, name }: Operation, values: SampleValues): SampleRequest['body'] {
  if (body === undefined || name === 'exchangeToken') return undefined;
  if (body['application/json'] !== undefined) return { json: values.body ?? exampleOf(body['application/json']) };
  return { file: 'portfolio.csv', mediaType: 'text/csv' };
}

/** The sample derives its key from the business object, as readers should do too. */
function keyFor({ name }: Operation): string {
  const words = name.replace(/([A-Z])/g, (letter) => `-${letter.toLowerCase()}`);
  return name === 'recordPayment' ? 'receipt-1042' : `${words}-1042`;
}
