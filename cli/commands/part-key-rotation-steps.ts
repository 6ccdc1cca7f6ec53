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
import { CommandError } from '../command-error.js';
import { type Declare, withAnswer } from '../command-result-as-json-or-text.js';
import { asEnvironment } from '../environment-lines.js';
import { operand } from '../options.js';
import { oneOf } from '../shared-options.js';

export const partKeySteps = {
  'rotate-part-key': step(
    'print a new signing key of one part: set INTERNAL_VERIFICATION_KEYS everywhere and restart all, then set INTERNAL_SIGNING_KEY in that part and restart it',
    (keys, part) => {
      const fresh = freshPartKey(part);
      return {
        INTERNAL_VERIFICATION_KEYS: partKeySetText(withNewPartKey(keys, fresh).keys),
        INTERNAL_SIGNING_KEY: keyText(fresh),
      };
    },
  ),
  'retire-part-key': step(
    'afterwards: keep only the part’s newest key in INTERNAL_VERIFICATION_KEYS; set it everywhere, restart all',
    (keys, part) => {
      const left = withNewestPartKey(keys, part).keys;
      if (left.length < keys.keys.length) return { INTERNAL_VERIFICATION_KEYS: partKeySetText(left) };
      throw new CommandError(
        `INTERNAL_VERIFICATION_KEYS holds no second key of ${part}: run \`secrets rotate-part-key\` first`,
      );
    },
  ),
};

/** Each step starts from the current value of INTERNAL_VERIFICATION_KEYS. */
function step(
  description: string,
  compute: (keys: PartKeySet, part: SigningPart) => Readonly<Record<string, string>>,
): Declare {
  const parts = operand('<part>', `one of: ${SIGNING_PARTS.join(', ')}`, { parse: oneOf(SIGNING_PARTS) });
  return withAnswer(description, [parts], async ({ part }) => {
    const { INTERNAL_VERIFICATION_KEYS: keys } = await loadConfig();
    if (keys === undefined) throw new CommandError('INTERNAL_VERIFICATION_KEYS is not set');
    return asEnvironment(compute(parsePartKeySet(keys), part));
  });
}
