import type { CardProcessor } from './port.js';
import { SANDBOX_PROCESSOR_CODE } from './sandbox/sandbox.js';

/** The card processors of this process, by the code in payment methods. An explicit list, passed in at start. */
export class CardProcessors {
  readonly #byCode: ReadonlyMap<string, CardProcessor>;
  readonly #sandbox: CardProcessor | undefined;

  /** @param sandbox - the processor of sandbox organizations, even if lenders do not have it. */
  constructor(processors: readonly CardProcessor[], sandbox?: CardProcessor) {
    this.#byCode = new Map(processors.map((processor) => [processor.code, processor]));
    this.#sandbox = sandbox ?? this.#byCode.get(SANDBOX_PROCESSOR_CODE);
  }

  /**
   * The codes with which lenders can be charged in this process: a payment method with any other code is not eligible.
   */
  get codes(): readonly string[] {
    return [...this.#byCode.keys()];
  }

  /** All processors that can be queried in this process: those of lenders, and that of sandbox organizations. */
  get asked(): readonly CardProcessor[] {
    const ofLenders = [...this.#byCode.values()];
    const isExtra = this.#sandbox !== undefined && !this.#byCode.has(this.#sandbox.code);
    return isExtra ? [...ofLenders, this.#sandbox] : ofLenders;
  }

  /** One of the processors that can be queried. Use `of` to check whether an organization may use it. */
  toAsk(code: string): CardProcessor | undefined {
    return this.asked.find((processor) => processor.code === code);
  }

  byCode(code: string): CardProcessor | undefined {
    return this.#byCode.get(code);
  }

  /**
   * The processor with this code for one organization: a lender's, or, for a sandbox organization, only the sandbox,
   * whatever its payment methods name.
   */
  of(code: string, isSandbox: boolean): CardProcessor | undefined {
    if (!isSandbox) return this.byCode(code);
    return this.#sandbox?.code === code ? this.#sandbox : undefined;
  }
}
