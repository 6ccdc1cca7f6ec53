import { setFlagsFromString } from 'node:v8';

/**
 * After a full collection V8 lets a quiet heap grow by a tenth before the next one. What strangers send is refused, but is memory first: under
 * a flood that made a full collection of some 50 ms several times a second, and everybody's requests waited for it. Twice the live
 * heap is what a server may use. V8 reads this flag at each collection, so that it can be set while running; NODE_OPTIONS does not take it.
 */
setFlagsFromString('--heap-growing-percent=100');
