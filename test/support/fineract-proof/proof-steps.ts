/** A step of the proof; without a problem it passed. */
export interface StepResult {
  readonly step: string;
  readonly seconds: number;
  readonly detail: string;
  readonly problem: string | null;
}

/** Runs steps one by one; the steps after one that failed run all the same. */
export class ProofSteps {
  readonly results: StepResult[] = [];
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** @param work - returns what it found, for the report; throws if the step failed */
  async run(step: string, work: () => Promise<string>): Promise<void> {
    this.#say(`${step} …`);
    const began = performance.now();
    const outcome = await work().then(
      (detail) => ({ detail, problem: null }),
      (error: unknown) => ({ detail: '', problem: error instanceof Error ? error.message : String(error) }),
    );
    const seconds = Math.round((performance.now() - began) / 1_000);
    this.results.push({ step, seconds, ...outcome });
    this.#say(`${step}: ${outcome.problem === null ? outcome.detail : `failed: ${outcome.problem}`} (${seconds} s)`);
  }
}
