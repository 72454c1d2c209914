import { execFileSync } from 'node:child_process';

/** Text stands for its bytes in UTF-8. */
export type Bytes = string | Uint8Array;

/** HMAC fills a key up with zeros, so a zero is the empty key, which openssl does not take. */
const emptyKey = '00';

/** The HMAC of some content by openssl, so that the vectors do not depend on the code that they test. */
export function hmac(content: Bytes, key: Bytes, algorithm = 'sha256'): Buffer {
  const hexKey = Buffer.from(key).toString('hex') || emptyKey;
  return openssl(content, [`-${algorithm}`, '-mac', 'HMAC', '-macopt', `hexkey:${hexKey}`]);
}

/** The hash of some content by openssl. */
export const digest = (content: Bytes, algorithm = 'sha256'): Buffer => openssl(content, [`-${algorithm}`]);

const openssl = (input: Bytes, flags: string[]): Buffer =>
  execFileSync('openssl', ['dgst', ...flags, '-binary'], { input });
