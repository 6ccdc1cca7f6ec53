/** Reads one item ahead of its consumer, and no more. The first item is read at once. */
export class OneAhead<T> {
  /** Nothing is left to read; the last item may not have been taken yet. Never, if a read throws. */
  readonly allRead: Promise<void>;
  readonly #items: AsyncIterator<T>;
  #noteAllRead: () => void = () => {};
  #next: Promise<IteratorResult<T>>;

  constructor(items: AsyncIterator<T>) {
    this.#items = items;
    this.allRead = new Promise((resolve) => {
      this.#noteAllRead = resolve;
    });
    this.#next = this.#read();
  }

  async *taken(): AsyncGenerator<T> {
    for (;;) {
      const { done, value } = await this.#next;
      if (done) return;
      this.#next = this.#read();
      yield value;
    }
  }

  /** Waits until nothing is being read. */
  async settled(): Promise<void> {
    await this.#next.catch(() => undefined);
  }

  #read(): Promise<IteratorResult<T>> {
    const reading = this.#items.next();
    // An error is thrown to the consumer when it takes the item.
    reading.then(({ done }) => done && this.#noteAllRead()).catch(() => undefined);
    return reading;
  }
}
