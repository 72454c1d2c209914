import { configurationError } from '../errors/configuration-error.ts';

/** Throws, because what was given to be signed is no body. */
export function unsignableBody(): never {
  throw configurationError('sign: the body is neither bytes nor well-formed text; pass it serialized.');
}
