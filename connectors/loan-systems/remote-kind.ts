import { z } from 'zod';
import type { Logger } from '../../core/logging/logger.js';
import type { ServiceParts } from '../../core/service-parts.js';
import type { Clock } from '../../core/time/clock.js';
import type { UnreportedField } from '../../loan-model/loan-source-types.js';
import type { LoanSystem } from '../../loan-model/port.js';
import { createHttpClient, type HttpClient } from './http/http-client.js';

/** Maximum number of concurrent calls and sockets to one system: once for payments, and once for the sync. */
export const MOST_AT_ONCE = 32;

/** The definition of a remote loan system's adapter. */
export interface RemoteParts<Settings> {
  readonly code: string;
  readonly baseUrl: string;
  /** As parsed by the adapter's own schema. */
  readonly settings: Settings;
  /** By name; never logged, never stored. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Opens separate connections, to the system unless another address is given; the headers are sent with every call. */
  readonly connect: (headers: Readonly<Record<string, string>>, address?: string) => HttpClient;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface RemoteAdapter<Settings> {
  /** Schema of the stored settings: texts, as the command line passes them. */
  readonly settings: z.ZodType<Settings>;
  /** Schema of the secrets by name, each the value of an environment variable. */
  readonly secrets: z.ZodType<Readonly<Record<string, string>>>;
  create(parts: RemoteParts<Settings>): LoanSystem;
  /** One sentence for each secret that these settings need and do not have, or have and do not need. */
  secretProblems?(settings: Settings, secrets: readonly string[]): readonly string[];
  /** Addresses beside the base URL that systems with these settings call with secrets. */
  otherAddresses?(settings: Settings): readonly string[];
  /** Whether postings can be searched by our references with these settings; absent: they can. */
  findsByReference?(settings: Settings): boolean;
  /** Fields that systems of this kind do not report with these settings. */
  unreportedFields(settings: Settings): readonly UnreportedField[];
}

/** A remote loan system as it is stored: secrets are named, not contained. */
export interface RemoteConfiguration {
  readonly code: string;
  readonly kind: string;
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of a secret → name of the environment variable that holds it. */
  readonly secretEnv: Readonly<Record<string, string>>;
}

export interface RemoteDependencies extends Pick<ServiceParts, 'clock' | 'logger'> {
  /** Value of an environment variable; undefined when it is not set. */
  readonly secretOf: (variable: string) => string | undefined;
  readonly timeoutMs: number;
}

export interface OpenedSystem {
  readonly system: LoanSystem;
  close(): Promise<void>;
}

/** A kind of remote loan system, independent of its settings. */
export interface RemoteKind {
  /** One sentence for each problem of a configuration that is about to be stored. */
  problems(configuration: Pick<RemoteConfiguration, 'settings' | 'secretEnv'>): readonly string[];
  /** Addresses beside the base URL that it calls with secrets. */
  otherAddresses(settings: RemoteConfiguration['settings']): readonly string[];
  /** Whether its postings can be searched by our references. */
  findsByReference(settings: RemoteConfiguration['settings']): boolean;
  /** Fields that it does not report of its loans. */
  untold(settings: RemoteConfiguration['settings']): readonly UnreportedField[];
  /** Opens the system; or returns one sentence for each reason why it cannot be opened. */
  open(configuration: RemoteConfiguration, surroundings: RemoteDependencies): OpenedSystem | readonly string[];
}

export function remoteKind<Settings>(adapter: RemoteAdapter<Settings>): RemoteKind {
  const mismatches = (settings: RemoteConfiguration['settings'], secrets: readonly string[]) => {
    const read = adapter.settings.safeParse(settings);
    return read.success ? (adapter.secretProblems?.(read.data, secrets) ?? []) : [];
  };
  return {
    otherAddresses: (settings) => {
      const read = adapter.settings.safeParse(settings);
      return read.success ? (adapter.otherAddresses?.(read.data) ?? []) : [];
    },
    findsByReference: (settings) => {
      const read = adapter.settings.safeParse(settings);
      return !read.success || (adapter.findsByReference?.(read.data) ?? true);
    },
    problems: ({ settings, secretEnv }) => [
      ...sentences('setting', adapter.settings.safeParse(settings)),
      // A variable's name stands in for its value: the required secrets are known without the values.
      ...sentences('secret', adapter.secrets.safeParse(secretEnv)),
      ...mismatches(settings, Object.keys(secretEnv)),
    ],
    untold: (settings) => {
      const read = adapter.settings.safeParse(settings);
      return read.success ? adapter.unreportedFields(read.data) : [];
    },
    open: (configuration, { secretOf, timeoutMs, clock, logger }) => {
      const { code, baseUrl, secretEnv } = configuration;
      const found = Object.entries(secretEnv).map(([name, variable]) => ({
        name,
        variable,
        value: secretOf(variable),
      }));
      const missing = found.filter(({ value }) => value === undefined);
      if (missing.length > 0) return missing.map(({ variable }) => `the environment variable ${variable} is not set`);
      const settings = adapter.settings.safeParse(configuration.settings);
      const secrets = adapter.secrets.safeParse(Object.fromEntries(found.map(({ name, value }) => [name, value])));
      if (!settings.success || !secrets.success)
        return [...sentences('setting', settings), ...sentences('secret', secrets)];
      const unfit = mismatches(configuration.settings, Object.keys(secretEnv));
      if (unfit.length > 0) return unfit;
      const clients: HttpClient[] = [];
      const connect = (headers: Readonly<Record<string, string>>, address = baseUrl) => {
        const client = createHttpClient({
          system: code,
          baseUrl: address,
          headers,
          timeoutMs,
          connections: MOST_AT_ONCE,
          logger,
        });
        clients.push(client);
        return client;
      };
      const parts = { code, baseUrl, settings: settings.data, secrets: secrets.data, connect, clock, logger };
      const close = async () => void (await Promise.all(clients.map((client) => client.close())));
      const findsByReference = adapter.findsByReference?.(settings.data) ?? true;
      return { system: Object.assign(adapter.create(parts), { findsByReference }), close };
    },
  };
}

/** Values are not shown: a secret may have been passed as a setting. */
function sentences(what: string, parsed: z.ZodSafeParseResult<unknown>): readonly string[] {
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `there is no ${what} ${issue.keys.join(', ')}`
      : `${what} ${issue.path.join('.')}: ${issue.message}`,
  );
}
