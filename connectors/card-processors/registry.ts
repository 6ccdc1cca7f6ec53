import type { CardProcessor } from './port.js';

/** The card processors of this process, by the code that payment methods name. An explicit list, handed in at start. */
export class CardProcessors {
  readonly #byCode: ReadonlyMap<string, CardProcessor>;

  constructor(processors: readonly CardProcessor[]) {
    this.#byCode = new Map(processors.map((processor) => [processor.code, processor]));
  }

  /** The codes that can be charged here: a payment method of any other is not eligible. */
  get codes(): readonly string[] {
    return [...this.#byCode.keys()];
  }

  byCode(code: string): CardProcessor | undefined {
    return this.#byCode.get(code);
  }
}
