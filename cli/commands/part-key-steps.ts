import { type Command, InvalidArgumentError } from 'commander';
import { keyText } from '../../core/config/key-text.js';
import { loadConfig } from '../../core/config/load.js';
import {
  freshPartKey,
  type PartKeySet,
  parsePartKeySet,
  partKeySetText,
  SIGNING_PARTS,
  type SigningPart,
  withNewestPartKey,
  withNewPartKey,
} from '../../core/config/part-keys.js';
import { answering } from '../answer.js';
import { CommandError } from '../command-error.js';
import { asEnvironment } from '../environment-lines.js';

export function registerPartKeySteps(secrets: Command): void {
  registerStep(
    secrets,
    'rotate-part-key',
    'a part’s new key: set INTERNAL_VERIFICATION_KEYS everywhere, restart all; then INTERNAL_SIGNING_KEY in that part, restart it',
    (keys, part) => {
      const fresh = freshPartKey(part);
      return {
        INTERNAL_VERIFICATION_KEYS: partKeySetText(withNewPartKey(keys, fresh).keys),
        INTERNAL_SIGNING_KEY: keyText(fresh),
      };
    },
  );
  registerStep(
    secrets,
    'retire-part-key',
    'afterwards: INTERNAL_VERIFICATION_KEYS with the newest key of the part only; set it everywhere, restart all',
    (keys, part) => {
      const left = withNewestPartKey(keys, part).keys;
      if (left.length < keys.keys.length) return { INTERNAL_VERIFICATION_KEYS: partKeySetText(left) };
      throw new CommandError(
        `INTERNAL_VERIFICATION_KEYS holds one key of ${part} at most: \`secrets rotate-part-key\` comes first`,
      );
    },
  );
}

/** Each step goes from what INTERNAL_VERIFICATION_KEYS is set to now. */
function registerStep(
  secrets: Command,
  name: string,
  description: string,
  step: (keys: PartKeySet, part: SigningPart) => Readonly<Record<string, string>>,
): void {
  const command = secrets
    .command(name)
    .description(description)
    .argument('<part>', `one of: ${SIGNING_PARTS.join(', ')}`, signingPart);
  answering(command, async (part = '') => {
    const { INTERNAL_VERIFICATION_KEYS: keys } = await loadConfig();
    if (keys === undefined) throw new CommandError('INTERNAL_VERIFICATION_KEYS is not set');
    return asEnvironment(step(parsePartKeySet(keys), signingPart(part)));
  });
}

function signingPart(value: string): SigningPart {
  const found = SIGNING_PARTS.find((part) => part === value);
  if (found === undefined) throw new InvalidArgumentError(`it is one of: ${SIGNING_PARTS.join(', ')}`);
  return found;
}
