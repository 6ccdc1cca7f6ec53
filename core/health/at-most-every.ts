/**
 * Runs `work` at most once in `periodMs`, never twice at once. Other calls get the result of the last or current run.
 */
export function atMostEvery<T>(periodMs: number, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; readonly beganAt: number; isOver: boolean } | undefined;
  return () => {
    if (last !== undefined && (!last.isOver || performance.now() - last.beganAt < periodMs)) return last.answer;
    const begun = { answer: work(), beganAt: performance.now(), isOver: false };
    begun.answer
      .catch(() => undefined)
      .finally(() => {
        begun.isOver = true;
      });
    last = begun;
    return begun.answer;
  };
}
