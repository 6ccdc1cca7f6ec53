/** Something that a generator needs and that is not on this machine or cannot be fetched: no fault of the document. */
export class NotHere extends Error {}
