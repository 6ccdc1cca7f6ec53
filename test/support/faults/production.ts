import { freshDeployment } from '../../../core/config/deployment-secrets.js';
import type { SplitPart } from '../split-instance.js';

type Environment = Readonly<Record<string, string>>;

/** Settings of each part: shared ones and its own. */
export interface ProductionSettings {
  readonly shared: Environment;
  readonly own: Readonly<Record<SplitPart['name'], Environment>>;
  /**
   * Settings of this process, which prepares the data: it does not run in production mode, and has the keys that
   * encrypt secrets.
   */
  readonly preparing: Environment;
}

/** Shorter than the defaults, so that faults end and are checked within seconds; their order is kept. */
const WAITS = {
  LOAN_SYSTEM_TIMEOUT_MS: '1500',
  LOAN_SYSTEM_BREAK_MS: '300',
  LOAN_SYSTEM_SETTLE_AFTER_MS: '3000',
  CARD_PROCESSOR_TIMEOUT_MS: '3000',
  RECONCILE_FIRST_DELAY_MS: '200',
  WORKER_LIFE_CHECK_MS: '1000',
  SHUTDOWN_DELAY_MS: '0',
};

const NO_LIMITS = {
  RATE_LIMIT_API_PER_MINUTE: '6000000',
  RATE_LIMIT_API_BURST: '1000000',
  RATE_LIMIT_TOKEN_PER_MINUTE: '600000',
  RATE_LIMIT_TOKEN_BURST: '100000',
  REFUSALS_PER_MINUTE: '6000000',
};

/** A deployment of several parts in production mode, each with only the secrets that `secrets init` gives it. */
export async function productionSettings(
  databaseUrl: string,
  dataDir: string,
  outside: Environment,
): Promise<ProductionSettings> {
  const { compose, data, postings, rest, secure, gateway, worker } = await freshDeployment();
  const common = { DATABASE_URL: databaseUrl, TRIBUTARY_DATA_DIR: dataDir, ...WAITS, ...NO_LIMITS, ...outside };
  return {
    shared: {
      ...common,
      ...compose,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://127.0.0.1:4000',
      SECURE_PUBLIC_URL: 'http://127.0.0.1:4002',
    },
    own: {
      servicing: data,
      payments: { ...data, ...postings },
      reporting: data,
      messaging: data,
      worker: { ...data, ...postings, ...worker },
      rest,
      secure,
      gateway,
    },
    preparing: {
      ...common,
      ...compose,
      ...data,
      ...postings,
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      LOAN_SYSTEM_TIMEOUT_MS: '20000',
    },
  };
}
