import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { freshDeployment } from './deployment-secrets.js';
import { loadConfig } from './load.js';
import { configSchema } from './schema.js';

const faults = (variables: object) =>
  configSchema.safeParse(variables).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? [];
const publicKey = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

it('accepts SendGrid’s key when it is on P-256', () => {
  expect(faults({ SENDGRID_WEBHOOK_PUBLIC_KEY: publicKey('P-256') })).toEqual([]);
  for (const key of [publicKey('P-384'), 'not a key', 'AAAA']) {
    expect(faults({ SENDGRID_WEBHOOK_PUBLIC_KEY: key })).toHaveLength(1);
  }
});

it('accepts Postmark’s credentials only as a pair, with no colon in the name', () => {
  const [POSTMARK_WEBHOOK_USERNAME, POSTMARK_WEBHOOK_PASSWORD] = ['name', 'pass:word'];
  expect(faults({ POSTMARK_WEBHOOK_USERNAME, POSTMARK_WEBHOOK_PASSWORD })).toEqual([]);
  for (const half of [{ POSTMARK_WEBHOOK_USERNAME }, { POSTMARK_WEBHOOK_PASSWORD }]) {
    expect(faults(half)).toEqual(['POSTMARK_WEBHOOK_PASSWORD: must be set together with POSTMARK_WEBHOOK_USERNAME']);
  }
  expect(faults({ POSTMARK_WEBHOOK_USERNAME: 'na:me', POSTMARK_WEBHOOK_PASSWORD })).toHaveLength(1);
});

it('accepts an OpenID Connect issuer only with its audience, and in production only by https', async () => {
  const OIDC_ISSUER = 'http://issuer.test';
  expect(faults({ OIDC_ISSUER, OIDC_AUDIENCE: 'tributary' })).toEqual([]);
  for (const half of [{ OIDC_ISSUER }, { OIDC_AUDIENCE: 'tributary' }]) {
    expect(faults(half)).toEqual(['OIDC_AUDIENCE: must be set together with OIDC_ISSUER']);
  }
  const production = {
    ...{
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://u@h/d',
      PUBLIC_URL: 'https://api.test',
      OIDC_AUDIENCE: 'tributary',
    },
    ...(await freshDeployment()).compose,
  };
  await expect(loadConfig({ ...production, OIDC_ISSUER })).rejects.toThrow(/OIDC_ISSUER, as an https address/);
});

it('limits a webhook attempt to well below the time after which another worker retries it', () => {
  expect(faults({ WEBHOOK_TIMEOUT_MS: '30000' })).toEqual([]);
  for (const wrong of ['30001', '60000', '0', 'long']) {
    expect(faults({ WEBHOOK_TIMEOUT_MS: wrong })).toEqual([
      'WEBHOOK_TIMEOUT_MS: must be a whole number from 1 to 30000',
    ]);
  }
});

it('refuses a settle time of 0: an abandoned request would count as not carried out at once', () => {
  for (const name of ['LOAN_SYSTEM_SETTLE_AFTER_MS', 'CARD_PROCESSOR_SETTLE_AFTER_MS']) {
    expect([faults({ [name]: '0' }), faults({ [name]: '1' })]).toEqual([
      [`${name}: must be a whole number, 1 or more`],
      [],
    ]);
  }
});

it('accepts a Standard Webhooks secret of 24 bytes or more', () => {
  const secret = randomBytes(24).toString('base64');
  expect([
    ...faults({ GENERIC_WEBHOOK_SECRET: `whsec_${secret}` }),
    ...faults({ GENERIC_WEBHOOK_SECRET: secret }),
  ]).toEqual([]);
  for (const wrong of [
    randomBytes(23).toString('base64'),
    `${secret}=`,
    'whsec_',
    randomBytes(24).toString('hex').slice(1),
  ]) {
    expect(faults({ GENERIC_WEBHOOK_SECRET: wrong })).toHaveLength(1);
  }
});

it('accepts several secrets of a sender, separated by commas, while one replaces another', () => {
  const [first, second] = [publicKey('P-256'), publicKey('P-256')];
  const read = (value: string) =>
    configSchema.parse({ SENDGRID_WEBHOOK_PUBLIC_KEY: value }).SENDGRID_WEBHOOK_PUBLIC_KEY;
  expect([read(`${first}, ${second}`), read(first), read('')]).toEqual([[first, second], [first], []]);
  for (const wrong of [`${first},`, `,${first}`, `${first},,${second}`, `${first},AAAA`]) {
    expect(faults({ SENDGRID_WEBHOOK_PUBLIC_KEY: wrong })).toHaveLength(1);
  }
  expect(faults({ MAILGUN_WEBHOOK_SIGNING_KEY: 'a,,b' })).toHaveLength(1);
});

it.each(['10.0.0.0/8', '10.0.0.0/32', '::1/128', 'loopback, 192.0.2.1', '2', 'true'])(
  'TRUST_PROXY accepts %s',
  (value) => {
    expect(faults({ TRUST_PROXY: value })).toEqual([]);
  },
);

it.each(['10.0.0.0/999', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '10.0.0', 'everybody'])(
  'TRUST_PROXY refuses %s',
  (value) => {
    expect(faults({ TRUST_PROXY: value })).toHaveLength(1);
  },
);
