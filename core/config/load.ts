import { resolve } from 'node:path';
import type { z } from 'zod';
import { generatedSecrets, type Secrets } from './generated-secrets.js';
import { keyText } from './key-text.js';
import { derivedPartKey, partKeySetText, publicPartKey, SIGNING_PARTS } from './part-keys.js';
import { configSchema, isOwnVariable, type Settings } from './schema.js';
import { mayIssue, type ProcessNeeds, requiredSecrets, type SecretName } from './secrets-needed-by-process.js';
import { keyFaults } from './token-and-part-key-faults.js';
import { parseTokenKeys, publicTokenKeys, tokenKeysText } from './token-key-set.js';
import { weaknesses } from './weak-secrets.js';

/** The whole configuration of a process. Built once at start and passed down; no other code reads the environment. */
export type Config = Omit<
  Settings,
  'CURSOR_SIGNING_SECRET' | 'POSTING_REFERENCE_SECRET' | 'CARD_FINGERPRINT_SECRET' | 'DATA_ENCRYPTION_KEYS'
> & {
  /** The first signs, all verify. */
  readonly CURSOR_SIGNING_SECRET: readonly string[];
  /** The first makes references, all find them; in production empty where a process does not need them. */
  readonly POSTING_REFERENCE_SECRET: readonly string[];
  readonly CARD_FINGERPRINT_SECRET: string;
  /** The first encrypts, all decrypt; in production empty where a process does not need them. */
  readonly DATA_ENCRYPTION_KEYS: readonly string[];
  readonly dataDir: string;
  readonly isProduction: boolean;
  readonly EXPLORER_ENABLED: boolean;
  readonly DASHBOARD_ENABLED: boolean;
  readonly SHUTDOWN_DELAY_MS: number;
  /** Reads a variable whose name is configured elsewhere (a loan system's secret); never one of the settings above. */
  readonly secretOf: (variable: string) => string | undefined;
};

/** The start cannot continue; the message is for the person who starts the process. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/**
 * Reads and checks the environment.
 *
 * @throws {ConfigurationError} naming every wrong variable at once; values are never shown, because they may be
 * secrets.
 */
export async function loadConfig(
  environment: NodeJS.ProcessEnv = process.env,
  use: ProcessNeeds = {},
): Promise<Config> {
  const present = withoutMargins(environment);
  const { settings, faults } = readSettings(present);
  const isProduction = settings.NODE_ENV === 'production';
  const wrong = [...new Set(faults.map(({ path, message }) => `${path.join('.')}: ${message}`))];
  const isWrong = (name: string) => faults.some(({ path }) => path[0] === name);
  const lacksStripe = settings.CARD_PROCESSOR === 'stripe' && settings.STRIPE_SECRET_KEY === undefined;
  if (use.processes === true && lacksStripe && !isWrong('STRIPE_SECRET_KEY')) {
    wrong.push('STRIPE_SECRET_KEY: must be set when CARD_PROCESSOR is stripe');
  }
  wrong.push(...keyFaults(settings, use));
  if (settings.DATABASE_OWNER_URL !== undefined && settings.DATABASE_URL === undefined) {
    wrong.push('DATABASE_OWNER_URL: needs DATABASE_URL, the address that the product uses');
  }
  if (isProduction) wrong.push(...weaknesses(settings));
  const lacking = isProduction
    ? lackingInProduction(settings, requiredSecrets(use)).filter((name) => !isWrong(name))
    : [];
  const report = [
    ...(wrong.length > 0 ? [`These environment variables are wrong:\n${bullets(wrong)}`] : []),
    ...(lacking.length > 0 ? [`NODE_ENV=production needs these variables to be set:\n${bullets(lacking)}`] : []),
  ];
  if (report.length > 0) throw new ConfigurationError(report.join('\n'));

  const dataDir = resolve(settings.TRIBUTARY_DATA_DIR);
  const isWhole = isProduction || EVERY_SECRET.every((name) => settings[name] !== undefined);
  const generated = isWhole ? undefined : await generatedSecrets(dataDir);
  return {
    ...settings,
    ...tokenKeys(settings, generated, use),
    ...partKeys(settings, generated, use),
    CURSOR_SIGNING_SECRET: settings.CURSOR_SIGNING_SECRET ?? [generated?.CURSOR_SIGNING_SECRET ?? ''],
    POSTING_REFERENCE_SECRET:
      settings.POSTING_REFERENCE_SECRET ?? (generated === undefined ? [] : [generated.POSTING_REFERENCE_SECRET]),
    CARD_FINGERPRINT_SECRET: settings.CARD_FINGERPRINT_SECRET ?? generated?.CARD_FINGERPRINT_SECRET ?? '',
    DATA_ENCRYPTION_KEYS:
      settings.DATA_ENCRYPTION_KEYS ?? (generated === undefined ? [] : [generated.DATA_ENCRYPTION_KEYS]),
    dataDir,
    isProduction,
    EXPLORER_ENABLED: settings.EXPLORER_ENABLED ?? !isProduction,
    DASHBOARD_ENABLED: settings.DASHBOARD_ENABLED ?? !isProduction,
    SHUTDOWN_DELAY_MS: settings.SHUTDOWN_DELAY_MS ?? (isProduction ? 5_000 : 0),
    secretOf: (variable) => (isOwnVariable(variable) ? undefined : present[variable]),
  };
}

/**
 * Values without surrounding white space, and without empty ones: a container's secret file often ends with a line
 * break. Variables that are not ours lose only that line break: they may be passwords that end with a blank.
 */
function withoutMargins(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const trimmed = Object.entries(environment).map(([name, value = '']) => {
    return [name, isOwnVariable(name) ? value.trim() : value.replace(/[\r\n]+$/, '')] as const;
  });
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

const EVERY_SECRET = [
  'TOKEN_SIGNING_KEYS',
  'INTERNAL_SIGNING_KEY',
  'INTERNAL_VERIFICATION_KEYS',
  'CURSOR_SIGNING_SECRET',
  'POSTING_REFERENCE_SECRET',
  'CARD_FINGERPRINT_SECRET',
  'DATA_ENCRYPTION_KEYS',
] as const satisfies readonly SecretName[];

type TokenKeySettings = Pick<Settings, 'TOKEN_SIGNING_KEYS' | 'TOKEN_VERIFICATION_KEYS'>;
type PartKeySettings = Pick<Settings, 'INTERNAL_SIGNING_KEY' | 'INTERNAL_VERIFICATION_KEYS'>;

/** The private keys for a process that may issue tokens, the public ones for all others. */
function tokenKeys(settings: TokenKeySettings, generated: Secrets | undefined, use: ProcessNeeds): TokenKeySettings {
  const signing = settings.TOKEN_SIGNING_KEYS ?? generated?.TOKEN_SIGNING_KEYS;
  if (mayIssue(use)) return { TOKEN_SIGNING_KEYS: signing, TOKEN_VERIFICATION_KEYS: settings.TOKEN_VERIFICATION_KEYS };
  const halves = signing && tokenKeysText(publicTokenKeys(parseTokenKeys(signing)));
  return { TOKEN_SIGNING_KEYS: undefined, TOKEN_VERIFICATION_KEYS: settings.TOKEN_VERIFICATION_KEYS ?? halves };
}

/** Both as configured, or both from the data folder: the part's private key, and the public keys of all parts. */
function partKeys(settings: PartKeySettings, generated: Secrets | undefined, { part }: ProcessNeeds): PartKeySettings {
  const { INTERNAL_SIGNING_KEY, INTERNAL_VERIFICATION_KEYS } = settings;
  if (INTERNAL_VERIFICATION_KEYS !== undefined || generated === undefined) {
    return { INTERNAL_SIGNING_KEY, INTERNAL_VERIFICATION_KEYS };
  }
  const keyOf = (name: (typeof SIGNING_PARTS)[number]) => derivedPartKey(generated.INTERNAL_SIGNING_KEY, name);
  return {
    INTERNAL_SIGNING_KEY: part === undefined || part === 'subgraph' ? undefined : keyText(keyOf(part)),
    INTERNAL_VERIFICATION_KEYS: partKeySetText(SIGNING_PARTS.map(keyOf).map(publicPartKey)),
  };
}

/** Settings, and every error in them. A wrong setting is treated as unset, so that the remaining checks still run. */
function readSettings(present: NodeJS.ProcessEnv): { settings: Settings; faults: readonly z.core.$ZodIssue[] } {
  const parsed = configSchema.safeParse(present);
  if (parsed.success) return { settings: parsed.data, faults: [] };
  const faults = parsed.error.issues;
  const rest = Object.entries(present).filter(([name]) => !faults.some(({ path }) => path[0] === name));
  const others = configSchema.safeParse(Object.fromEntries(rest));
  if (others.success) return { settings: others.data, faults };
  return { settings: configSchema.parse({}), faults: [...faults, ...others.error.issues] };
}

/** The variables that production requires and development fills with defaults. */
function lackingInProduction(settings: Settings, secrets: readonly SecretName[]): readonly string[] {
  const addresses = settings.SECURE_CAPTURE_ENABLED
    ? (['PUBLIC_URL', 'SECURE_PUBLIC_URL'] as const)
    : (['PUBLIC_URL'] as const);
  const required = ['DATABASE_URL', ...addresses, ...secrets] as const;
  const problems: string[] = required.filter((name) => settings[name] === undefined);
  if (settings.SECURE_CAPTURE_ENABLED && settings.CARD_PROCESSOR === 'sandbox') {
    problems.push(
      'CARD_PROCESSOR=stripe, or SECURE_CAPTURE_ENABLED=false: the sandbox processor captures no real cards',
    );
  }
  for (const name of ['PUBLIC_URL', 'SECURE_PUBLIC_URL'] as const) {
    if (sendsInClear(settings[name] ?? 'https://unset'))
      problems.push(`${name}, as an https address: credentials are sent to it`);
  }
  if (sendsInClear(settings.STRIPE_API_BASE)) {
    problems.push('STRIPE_API_BASE, as an https address: no cards are sent in clear');
  }
  if (settings.DASHBOARD_ENABLED === true) {
    if (settings.DASHBOARD_URL === undefined) problems.push('DASHBOARD_URL: the dashboard is enabled');
    if (sendsInClear(settings.DASHBOARD_URL ?? 'https://unset'))
      problems.push('DASHBOARD_URL, as an https address: sessions are sent to it');
    if (settings.OIDC_CLIENT_ID === undefined)
      problems.push('OIDC_CLIENT_ID: without it no user can sign in to the dashboard');
  }
  if (settings.OIDC_ISSUER?.startsWith('http:') === true) problems.push('OIDC_ISSUER, as an https address');
  return problems;
}

/** Traffic within this machine cannot be read by others. */
function sendsInClear(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
