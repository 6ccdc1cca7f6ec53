import { connect } from 'node:net';

const DEADLINE_MS = 10_000;

/** One response as received on the wire, its bytes as Latin-1. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends bytes unchanged and reads until the server closes; with `ends`, also closes the client's side.
 *
 * @throws {Error} if the server does not close within ten seconds: it must not hang, whatever was sent.
 */
export function sendRaw(url: string, bytes: Buffer, { ends = false } = {}): Promise<readonly RawResponse[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const hangs = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection is still open; so far: ${text.slice(0, 500)}`));
    }, DEADLINE_MS);
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {}); // a server that closes while we are still writing
    socket.on('close', () => {
      clearTimeout(hangs);
      resolve(responses(text));
    });
    if (ends) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** Responses with a Content-Length or without a body, one after the other. */
function responses(text: string): readonly RawResponse[] {
  const found: RawResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers['content-length'] ?? 0);
    found.push({ status: Number(statusLine.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return found;
}
