/** Something that runs as long as the process: the database, a worker, a host. */
export interface Part {
  /** For logs and messages. */
  readonly name: string;
  /** Returns when the part is ready. A part that fails to start leaves nothing running. */
  start(): Promise<void>;
  /** The process is about to stop: reports that in readiness checks, and continues to work. `stop` follows. */
  announceStop?(): void;
  /**
   * Accepts no new work, finishes work in flight, and ends.
   *
   * @param graceMs how long work in flight may take; zero: end now.
   */
  stop(graceMs: number): Promise<void>;
  /** Set for the database: its stop is awaited without a limit, because it would survive this process. */
  readonly outlivesUs?: boolean;
}

/** A part that needs no start but must be closed: the gateway's server, the limits' store. */
export function closing(name: string, close: () => Promise<void>): Part {
  return { name, start: async () => {}, stop: close };
}
