import type { SampleRequest } from './sample-request.js';

/** A command to paste into a shell. */
export function curl(request: SampleRequest): string {
  const { operation, method, path, query, headers, idempotencyKey, body, isExchange, savesAs } = request;
  const host = operation.isSecureHost ? '$TRIBUTARY_SECURE_URL' : '$TRIBUTARY_URL';
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const hasBody = body !== undefined || isExchange;
  const bearer = { token: '$TRIBUTARY_TOKEN', key: '$TRIBUTARY_KEY', none: undefined }[operation.door];
  const parts = [
    `curl${method === 'GET' || (method === 'POST' && hasBody) ? '' : ` -X ${method}`} "${host}${path}${search === '' ? '' : `?${search}`}"`,
    ...(bearer === undefined ? [] : [`-H "Authorization: Bearer ${bearer}"`]),
    ...(isExchange ? [`-u "$${'{TRIBUTARY_KEY:0:8}'}:$TRIBUTARY_KEY"`, '-d grant_type=client_credentials'] : []),
    ...(idempotencyKey === undefined ? [] : [`-H "Idempotency-Key: ${idempotencyKey}"`]),
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...bodyParts(body),
    ...(savesAs === undefined ? [] : [`-o ${savesAs}`]),
  ];
  return parts.join(' \\\n  ');
}

function bodyParts(body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return [];
  if ('file' in body) return [`-H "Content-Type: ${body.mediaType}"`, `--data-binary @${body.file}`];
  const text = JSON.stringify(body.json, null, 2).replaceAll("'", "'\\''");
  const short = JSON.stringify(body.json).replaceAll("'", "'\\''");
  return ['-H "Content-Type: application/json"', `-d '${(short.length > 60 ? text : short).replaceAll('\n', '\n  ')}'`];
}
