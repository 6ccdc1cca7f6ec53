import type { CardProcessor } from './port.js';
import { SANDBOX_PROCESSOR_CODE } from './sandbox/sandbox.js';

/** The card processors of this process, by the code that payment methods name. An explicit list, handed in at start. */
export class CardProcessors {
  readonly #byCode: ReadonlyMap<string, CardProcessor>;
  readonly #sandbox: CardProcessor | undefined;

  /** @param sandbox - the one that sandbox organizations have, also where lenders have it not. */
  constructor(processors: readonly CardProcessor[], sandbox?: CardProcessor) {
    this.#byCode = new Map(processors.map((processor) => [processor.code, processor]));
    this.#sandbox = sandbox ?? this.#byCode.get(SANDBOX_PROCESSOR_CODE);
  }

  /** The codes that can be charged here for lenders: a payment method of any other is not eligible. */
  get codes(): readonly string[] {
    return [...this.#byCode.keys()];
  }

  /** All that can be asked here: those of lenders, and the one that sandbox organizations have. */
  get asked(): readonly CardProcessor[] {
    const ofLenders = [...this.#byCode.values()];
    const isExtra = this.#sandbox !== undefined && !this.#byCode.has(this.#sandbox.code);
    return isExtra ? [...ofLenders, this.#sandbox] : ofLenders;
  }

  /** One of those that can be asked. Whether whoever it answers about may have it, `of` says. */
  toAsk(code: string): CardProcessor | undefined {
    return this.asked.find((processor) => processor.code === code);
  }

  byCode(code: string): CardProcessor | undefined {
    return this.#byCode.get(code);
  }

  /** The same for whoever it is: a sandbox organization never reaches another processor than the sandbox, whatever its methods name. */
  of(code: string, isSandbox: boolean): CardProcessor | undefined {
    if (!isSandbox) return this.byCode(code);
    return this.#sandbox?.code === code ? this.#sandbox : undefined;
  }
}
