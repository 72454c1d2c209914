import type { Bytes } from './openssl.ts';

/** `acceptable`: a verifier may accept or refuse it. */
type Result = 'valid' | 'invalid' | 'acceptable';

/** What a flag of a test means. */
export interface Note {
  /** What a verifier gets wrong that fails a test with this flag, in Wycheproof's terms. */
  bugType: 'BASIC' | 'FUNCTIONALITY' | 'EDGE_CASE' | 'AUTH_BYPASS' | 'MODIFIED_PARAMETER' | 'MALLEABILITY';
  description: string;
  /** The rule of the service that decides the result, or that it is our choice. */
  basis: string;
}

/** A case: its comment and flags, what is sent, and whether a verifier accepts it. */
export interface TestCase<Flag extends string> {
  comment: string;
  flags: Flag[];
  body: Bytes;
  result: Result;
}

/** The cases of the same secrets, with the fields that a file adds. */
interface Group {
  secrets: string[];
  tests: TestCase<string>[];
}

/** What a file says about itself, and its cases. */
interface FileContent {
  algorithm: string;
  header: string[];
  notes: Record<string, Note>;
  testGroups: Group[];
}

/** The content of a file of vectors, in the form of Wycheproof. */
export function toVectorFile({ algorithm, header, notes, testGroups }: FileContent): object {
  let tcId = 0;
  const groups = testGroups.map(({ tests, ...group }) => ({
    ...group,
    tests: tests.map(({ comment, flags, body, result, ...sent }) => {
      tcId += 1;
      return { tcId, comment, flags, ...writeBody(body), ...sent, result };
    }),
  }));
  return { algorithm, numberOfTests: tcId, header, notes, testGroups: groups };
}

/** Text stays readable, but for characters that nobody sees. */
function writeBody(body: Bytes): { body: string } | { bodyBase64: string } {
  const bytes = Buffer.from(body);
  const text = bytes.toString();
  const isReadable = Buffer.from(text).equals(bytes) && !/[\0\ufeff]/.test(text);
  return isReadable ? { body: text } : { bodyBase64: bytes.toString('base64') };
}
