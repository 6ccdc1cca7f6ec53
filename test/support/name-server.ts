import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

/** A name server's answer for a name: A or AAAA addresses, or another name. */
export interface NameRecord {
  readonly type: 'A' | 'AAAA' | 'CNAME';
  readonly value: string;
}

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const NO_SUCH_NAME = 3;

/** A name server on loopback (the part of RFC 1035 that these tests need). Unknown names do not exist. */
export class NameServer {
  readonly #socket = createSocket('udp4');
  readonly #records: Readonly<Record<string, readonly NameRecord[]>>;
  readonly #waiting: (() => void)[] = [];
  #isHanging: boolean;
  readonly asked = new Set<string>();

  constructor(records: Readonly<Record<string, readonly NameRecord[]>>, { isHanging = false } = {}) {
    this.#records = records;
    this.#isHanging = isHanging;
    this.#socket.on('message', (question, from) => {
      this.asked.add(nameIn(question));
      if (this.#isHanging) this.#waiting.push(() => this.#answer(question, from));
      else this.#answer(question, from);
    });
  }

  /** Returns its address with the port. */
  async open(): Promise<string> {
    this.#socket.bind(0, '127.0.0.1');
    await once(this.#socket, 'listening');
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  /** Answers waiting queries, and from now on answers at once. */
  release(): void {
    this.#isHanging = false;
    for (const answer of this.#waiting.splice(0)) answer();
  }

  close(): void {
    this.#socket.close();
  }

  #answer(question: Buffer, { address, port }: RemoteInfo): void {
    const name = nameIn(question);
    const type = question.readUInt16BE(endOfName(question));
    const known = Object.hasOwn(this.#records, name);
    const records = chain(this.#records, name).filter(([, one]) => one.type === 'CNAME' || TYPES[one.type] === type);
    const header = Buffer.alloc(12);
    question.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (known ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    const asked = question.subarray(12, endOfName(question) + 4);
    this.#socket.send(Buffer.concat([header, asked, ...records.map(record)]), port, address);
  }
}

type Owned = readonly [owner: string, record: NameRecord];

function chain(records: Readonly<Record<string, readonly NameRecord[]>>, name: string): Owned[] {
  return (records[name] ?? []).flatMap((one): Owned[] => [
    [name, one],
    ...(one.type === 'CNAME' ? chain(records, one.value) : []),
  ]);
}

function record([owner, { type, value }]: Owned): Buffer {
  const data =
    type === 'A' ? Buffer.from(value.split('.').map(Number)) : type === 'AAAA' ? groups(value) : labels(value);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(TYPES[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([labels(owner), fixed, data]);
}

/** An IPv6 address with all of its groups. */
function groups(address: string): Buffer {
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
}

function labels(name: string): Buffer {
  const parts = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function endOfName(question: Buffer): number {
  let at = 12;
  while (question.readUInt8(at) !== 0) at += question.readUInt8(at) + 1;
  return at + 1;
}

function nameIn(question: Buffer): string {
  const names: string[] = [];
  for (let at = 12; question.readUInt8(at) !== 0; at += question.readUInt8(at) + 1) {
    names.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)));
  }
  return names.join('.').toLowerCase();
}
