import { afterAll } from 'vitest';
import { assertNoneFound } from './found.js';

afterAll(assertNoneFound);
