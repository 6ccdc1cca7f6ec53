import { generateKeyPairSync, sign } from 'node:crypto';

/** A key, and a self-signed certificate, as on a receiver that was set up in a hurry. */
export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)));
  const whose = sequence(der(0x31, commonName));
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.from([1]));
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const said = sequence(version, serial, ecdsaWithSha256, whose, validity, whose, spki);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', said, privateKey));
  const certificate = sequence(said, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);

/** X.509 is encoded in DER: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const held = Buffer.concat(parts);
  const length = held.length < 128 ? [held.length] : [0x82, held.length >> 8, held.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), held]);
}
