/** A mistake of the person who runs the relay. The message names the option or field and the remedy, and holds no secret. */
export class RelayError extends Error {
  readonly code = 'relay';
}
