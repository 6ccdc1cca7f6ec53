import { setFlagsFromString } from 'node:v8';

/**
 * After a full collection V8 lets a quiet heap grow by a tenth before the next one. Requests that are refused still use
 * memory first: under a flood this caused a full collection of some 50 ms several times a second, which delayed all
 * requests. Allowing twice the live heap is acceptable for a server. V8 reads this flag at each collection, so it can
 * be set at run time; NODE_OPTIONS does not accept it.
 */
setFlagsFromString('--heap-growing-percent=100');
