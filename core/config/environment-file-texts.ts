import { ENVIRONMENT_FILES, type EnvironmentFileName, readersOf } from './environment-files.js';
import { configSchema } from './schema.js';
import { PART_NAMES } from './secrets-needed-by-process.js';

/** What compose.yaml itself reads: passwords in the database addresses. */
export const COMPOSE_PASSWORDS = ['POSTGRES_PASSWORD', 'DATABASE_OWNER_PASSWORD', 'DATABASE_RUN_PASSWORD'] as const;

type Values = Readonly<Record<string, string>>;

/** The texts of new environment files by file name, with these values filled in. */
export function environmentFileTexts(
  secrets: Readonly<Partial<Record<EnvironmentFileName, Values>>>,
  passwords: Values,
): ReadonlyMap<string, string> {
  return new Map([
    ...ENVIRONMENT_FILES.map((file): [string, string] => {
      const { content, variables } = file;
      const head = `# ${file.name}.env, for ${readersText(file)}: ${content}.`;
      const values = { ...variables, ...secrets[file.name] };
      const lines = Object.entries(values).map(([name, value]) => `# ${descriptionOf(name)}\n${name}=${value}`);
      return [`${file.name}.env`, [head, ...lines].join('\n')];
    }),
    ['.env', [COMPOSE, ...COMPOSE_PASSWORDS.map((name) => `${name}=${passwords[name] ?? ''}`)].join('\n')],
  ]);
}

const COMPOSE = '# .env, for docker compose: passwords in database addresses. Only letters, digits, - and _.';

export function readersText(file: Parameters<typeof readersOf>[0]): string {
  const parts = readersOf(file);
  return parts.length === PART_NAMES.length ? 'every part' : parts.join(', ');
}

function descriptionOf(name: string): string {
  return Object.entries(configSchema.shape).find(([variable]) => variable === name)?.[1].description ?? '';
}
