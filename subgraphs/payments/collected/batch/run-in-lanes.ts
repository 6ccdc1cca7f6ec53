/**
 * Processes items in lanes: lanes run in parallel, the items of one lane one after the other. A lane ends with the
 * first item for which `work` returns false.
 *
 * @param work - returns whether its lane continues.
 */
export async function inLanes<T>(
  items: readonly T[],
  laneOf: (item: T) => string,
  work: (item: T) => Promise<boolean>,
): Promise<void> {
  const lanes = new Map<string, T[]>();
  for (const item of items) {
    const lane = lanes.get(laneOf(item));
    if (lane === undefined) lanes.set(laneOf(item), [item]);
    else lane.push(item);
  }
  const run = async (lane: readonly T[]): Promise<void> => {
    for (const item of lane) if (!(await work(item))) return;
  };
  const ended = await Promise.allSettled([...lanes.values()].map(run));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
