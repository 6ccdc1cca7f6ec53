import { questionsWithDevice } from '../support/questions-with-device.js';

/* What people ask of the dashboard, by keyboard alone. */

questionsWithDevice('keyboard');
