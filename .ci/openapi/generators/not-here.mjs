/** A requirement of a generator that is not installed or cannot be fetched: no fault of the document. */
export class NotHere extends Error {}
