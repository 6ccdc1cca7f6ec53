import { freshDeployment, SECRET_HOLDERS } from '../../core/config/deployment-secrets.js';
import { group, withAnswer } from '../command-result-as-json-or-text.js';
import { environmentLines } from '../environment-lines.js';
import { dataKeySteps } from './data-key-rotation-steps.js';
import { partKeySteps } from './part-key-rotation-steps.js';
import { reseal } from './secrets-reseal.js';
import { tokenKeySteps } from './token-key-rotation-steps.js';

export const secretsCommands = group(
  'secrets of a deployment, printed as lines for environment files: generate, rotate keys, reseal stored secrets',
  {
    generate: withAnswer(
      'print new values for every secret that NODE_ENV=production requires, grouped by part',
      [],
      async () => {
        const fresh = await freshDeployment();
        const files = SECRET_HOLDERS.map((holder) => `# ${holder}.env\n${environmentLines(fresh[holder])}`);
        return { document: fresh, text: files.join('\n\n') };
      },
    ),
    ...tokenKeySteps,
    ...partKeySteps,
    ...dataKeySteps,
    reseal,
  },
);
