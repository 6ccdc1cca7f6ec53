/** Does `work` once in `periodMs` at most, and never twice at once; whoever asks meanwhile is told what came of it the last time. */
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
