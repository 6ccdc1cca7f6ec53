import type { Fault } from './fault.js';

/** `kill -9` of each part in turn, restarted when clients have noticed. */
export const killedParts: Fault = {
  name: 'parts',
  about: 'kill -9 of a part, started again',
  times: 16,
  async begin({ instance }, time) {
    const { parts } = instance.split;
    const part = parts.toSorted((one, other) => one.name.localeCompare(other.name))[time % parts.length];
    if (part?.url === undefined) throw new Error('every part has an address');
    const { name, product, url } = part;
    await product.kill();
    return { what: `killed ${name}`, count: 1, heal: () => product.startAndWaitFor(url) };
  },
};

/** A stopped part (SIGSTOP): it accepts connections and answers nothing. */
export const hungParts: Fault = {
  name: 'hung-parts',
  about: 'SIGSTOP of a part, SIGCONT later',
  times: 8,
  async begin({ instance }, time) {
    const { parts } = instance.split;
    const part = parts.toSorted((one, other) => one.name.localeCompare(other.name))[time % parts.length];
    if (part === undefined) throw new Error('the instance has no parts');
    part.product.tell('SIGSTOP');
    return { what: `hung ${part.name}`, count: 1, heal: async () => part.product.tell('SIGCONT') };
  },
};
