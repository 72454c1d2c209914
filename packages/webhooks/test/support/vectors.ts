import { Buffer } from 'node:buffer';
import stored from '../vectors.json' with { type: 'json' };

/** A signature that openssl computed, by the command in vectors.json. */
export interface Vector {
  title: string;
  secret: string;
  bytes: Uint8Array<ArrayBuffer>;
  signature: string;
}

export const vectors: Vector[] = stored.map(({ title, secret, body = '', times = 1, bodyInBase64, signature }) => ({
  title,
  secret,
  bytes: Uint8Array.from(bodyInBase64 ? Buffer.from(bodyInBase64, 'base64') : Buffer.from(body.repeat(times))),
  signature,
}));

/** A vector by its title. */
export function vectorOf(title: string): Vector {
  const vector = vectors.find((one) => one.title === title);
  if (!vector) throw new Error(`There is no vector "${title}".`);
  return vector;
}
