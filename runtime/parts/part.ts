/** Something that runs for as long as the process does: the database, a worker, a host. */
export interface Part {
  /** For logs and messages. */
  readonly name: string;
  /** Returns when the part is ready. A part that fails to start leaves nothing running. */
  start(): Promise<void>;
  /** The order to stop has come: says so to whoever asks, and goes on working. `stop` follows. */
  announceStop?(): void;
  /**
   * Takes nothing new, finishes what is in flight, and ends.
   *
   * @param graceMs how long what is in flight may take; zero: now.
   */
  stop(graceMs: number): Promise<void>;
  /** Set for the database: it is waited for however long it takes, for it would live on without us. */
  readonly outlivesUs?: boolean;
}
