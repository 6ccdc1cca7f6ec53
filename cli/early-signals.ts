/*
 * Loaded before everything else in the container, where we are process 1: the kernel drops signals that process 1 has
 * no handler for, and the product's own handlers are only there after the rest has been loaded.
 */
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

for (const [signal, number] of Object.entries(SIGNALS)) {
  process.on(signal, () => {
    const isHeardByOthers = process.listenerCount(signal) > 1;
    if (!isHeardByOthers) process.exit(128 + number);
  });
}
