import { parsePartKey } from './part-keys.js';
import { configSchema, type Settings } from './schema.js';
import { isGuessable } from './secret-strength.js';
import { parseTokenKeys } from './token-key-set.js';

/** Secrets that others issue: checked only for reuse. */
const OF_OTHERS: readonly (keyof Settings)[] = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'MAILGUN_WEBHOOK_SIGNING_KEY',
  'POSTMARK_WEBHOOK_PASSWORD',
];

/** Secrets that operators create or choose: only this check ensures that they are random. */
const OF_OUR_MAKING = configSchema
  .keyof()
  .options.filter((name) => configSchema.shape[name].description?.startsWith('Secret.') && !OF_OTHERS.includes(name));

/** One sentence for each secret that is guessable or used twice. Values are never shown. */
export function weaknesses(settings: Settings): readonly string[] {
  const guessable = OF_OUR_MAKING.filter((name) => secretsIn(settings, name).some(isGuessable)).map(
    (name) => `${name}: must be random: one of its secrets is guessable; \`secrets generate\` makes new ones`,
  );
  const names = [...OF_OUR_MAKING, ...OF_OTHERS];
  const equal = names.flatMap((name, position) => {
    const secrets = secretsIn(settings, name);
    const same = names
      .slice(0, position)
      .filter((other) => secretsIn(settings, other).some((one) => secrets.includes(one)));
    return same.map((other) => `${name}: must not be the same as ${other}`);
  });
  return [...guessable, ...equal];
}

/** The private halves of keys, and the items of a list. */
function secretsIn(settings: Settings, name: keyof Settings): readonly string[] {
  const value = settings[name];
  if (value === undefined) return [];
  if (name === 'TOKEN_SIGNING_KEYS') return parseTokenKeys(String(value)).keys.map(({ d }) => d);
  if (name === 'INTERNAL_SIGNING_KEY') return [parsePartKey(String(value)).d];
  return [value].flat().map((item) => String(item).replace(/^whsec_/, ''));
}
