import type { SampleRequest } from './sample-request.js';

/** With `requests`. */
export function python(request: SampleRequest): string {
  const { operation, method, path, query, headers, idempotencyKey, body, isExchange, savesAs } = request;
  const host = operation.isSecureHost ? 'TRIBUTARY_SECURE_URL' : 'TRIBUTARY_URL';
  const bearer = { token: 'TRIBUTARY_TOKEN', key: 'TRIBUTARY_KEY', none: undefined }[operation.door];
  const sent: readonly (readonly [string, string])[] = [
    ...(bearer === undefined ? [] : [['Authorization', `f"Bearer {os.environ['${bearer}']}"`] as const]),
    ...(idempotencyKey === undefined ? [] : [['Idempotency-Key', literal(idempotencyKey)] as const]),
    ...Object.entries(headers).map(([name, value]) => [name, literal(value)] as const),
    ...(body !== undefined && 'file' in body ? [['Content-Type', literal(body.mediaType)] as const] : []),
  ];
  const lines = [
    `os.environ["${host}"] + ${literal(path)},`,
    ...(isExchange ? ['auth=(key[:8], key),', 'data={"grant_type": "client_credentials"},'] : []),
    ...(sent.length === 0 ? [] : [headersOf(sent)]),
    ...(Object.keys(query).length === 0 ? [] : [`params=${literal(query)},`]),
    ...(body === undefined
      ? []
      : 'file' in body
        ? [`data=open(${literal(body.file)}, "rb"),`]
        : [`json=${literal(body.json)},`]),
    'timeout=30,',
  ];
  return `import os
import requests

${isExchange ? 'key = os.environ["TRIBUTARY_KEY"]\n' : ''}response = requests.${method.toLowerCase()}(
${indented(lines.join('\n'))}
)
response.raise_for_status()
${after(request, savesAs)}`;
}

function after({ operation }: SampleRequest, savesAs: string | undefined): string {
  if (savesAs !== undefined) return `open(${literal(savesAs)}, "wb").write(response.content)`;
  const answers = Object.entries(operation.responses).some(
    ([status, { content }]) => status < '300' && content !== undefined,
  );
  return answers ? 'print(response.json())' : 'print(response.status_code)';
}

function headersOf(sent: readonly (readonly [string, string])[]): string {
  const members = sent.map(([name, value]) => `${literal(name)}: ${value}`);
  return members.length === 1
    ? `headers={${members[0]}},`
    : `headers={\n${indented(members.map((one) => `${one},`).join('\n'))}\n},`;
}

const WIDE = 60;

/** JSON as a Python literal. */
function literal(value: unknown): string {
  const short = oneLine(value);
  if (short.length <= WIDE || typeof value !== 'object' || value === null) return short;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map((item) => `${literal(item)},`)
    : Object.entries(value).map(([name, item]) => `${literal(name)}: ${literal(item)},`);
  return `${isList ? '[' : '{'}\n${indented(lines.join('\n'))}\n${isList ? ']' : '}'}`;
}

function oneLine(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`)
    .join(', ')}}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
