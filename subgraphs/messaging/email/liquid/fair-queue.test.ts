import { expect, it } from 'vitest';
import { FairQueue, MOST_OF_ALL, MOST_OF_ONE } from './fair-queue.js';

/** A queue whose tasks finish when the test says so. */
function desk() {
  const queue = new FairQueue();
  const begun: string[] = [];
  const open: (() => void)[] = [];
  const add = (party: string, name = party) =>
    queue.run(party, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => open.push(resolve));
      return name;
    });
  const serveAll = async (tasks: readonly Promise<unknown>[]) => {
    const all = Promise.allSettled(tasks);
    let isOver = false;
    void all.then(() => {
      isOver = true;
    });
    while (!isOver) {
      open.shift()?.();
      await new Promise(setImmediate);
    }
    return all;
  };
  return { add, begun, serveAll };
}

it('a party that arrives during another party’s flood waits only for the running task', async () => {
  const { add, begun, serveAll } = desk();
  const flood = Array.from({ length: 5 }, (_, index) => add('flood', `flood ${index}`));
  const others = [add('a'), add('b'), add('a', 'a again')];
  await serveAll([...flood, ...others]);
  expect(begun).toEqual(['flood 0', 'a', 'b', 'flood 1', 'a again', 'flood 2', 'flood 3', 'flood 4']);
});

it('runs one task at a time and returns its own result to each; a failed task does not stop the others', async () => {
  const queue = new FairQueue();
  let [running, most] = [0, 0];
  const task = (answer: number) => async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (answer === 1) throw new Error('one');
    return answer;
  };
  const answers = await Promise.allSettled([0, 1, 2].map((answer) => queue.run('a', task(answer))));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([0, 'failed', 2]);
  expect(most).toBe(1);
});

it('bounds the waiting tasks per party; when the total is too high, a party without waiting tasks is still accepted', async () => {
  const { add, begun, serveAll } = desk();
  const refused = { code: 'service_unavailable' };
  const first = add('p0');
  const crowd = Array.from({ length: MOST_OF_ALL }, (_, index) => add(`p${index % (MOST_OF_ALL / MOST_OF_ONE)}`));
  await expect(add('p0')).rejects.toMatchObject(refused);
  const newcomer = add('newcomer');
  await expect(add('newcomer')).rejects.toMatchObject(refused);
  const outcomes = await serveAll([first, ...crowd, newcomer]);
  expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(begun).toHaveLength(MOST_OF_ALL + 2);
});
