import { Buffer } from 'node:buffer';
import file from '../../vectors/service-signature.json' with { type: 'json' };

/** A published vector of HOOK-2, with the secrets of its group. */
export interface Vector {
  tcId: number;
  comment: string;
  flags: string[];
  secrets: string[];
  bytes: Uint8Array<ArrayBuffer>;
  signature: string | null;
  result: string;
}

export const vectors: Vector[] = file.testGroups.flatMap(({ secrets, tests }) =>
  tests.map(({ body = '', bodyBase64, ...test }: StoredTest) => ({
    ...test,
    secrets,
    bytes: Uint8Array.from(bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, 'base64')),
  })),
);

type StoredTest = Omit<Vector, 'secrets' | 'bytes'> & { body?: string; bodyBase64?: string };

/** A vector of the right signature under a single secret, by its comment. */
export function signedVector(comment: string): { bytes: Vector['bytes']; signature: string; secret: string } {
  const { bytes, signature, secrets } =
    vectors.find((each) => each.comment === comment && each.result === 'valid') ?? {};
  const [secret] = secrets ?? [];
  if (!bytes || !signature || secret === undefined) throw new Error(`No valid vector has the comment "${comment}".`);
  return { bytes, signature, secret };
}
