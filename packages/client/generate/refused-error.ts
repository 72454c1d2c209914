/** What the command refuses: the message says why and what to do. */
export class RefusedError extends Error {}
