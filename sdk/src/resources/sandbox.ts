import type { CallOptions } from '../options.js';
import type { Api } from '../transport/api.js';
import type { SandboxScenarios } from '../types.js';

/** The sandbox's features. */
export class Sandbox {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Test accounts and test cards of this installation, and how each behaves. `@tributary/sdk/sandbox` names those of
   * this version.
   */
  scenarios(options: CallOptions = {}): Promise<SandboxScenarios> {
    return this.#api.ask(options, (sending) => this.#api.base.GET('/v1/sandbox/scenarios', { ...sending }));
  }
}
