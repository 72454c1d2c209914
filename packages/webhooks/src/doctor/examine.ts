import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { type PostOptions, type PostResult, post } from '../post.ts';
import { type Check, checks, createTestEvents, type Signing, type TestRequest } from './checks.ts';

/**
 * - `right`: as expected
 * - `fault`: other than a rule states or implies
 * - `hint`: other than this kit would answer, about what the service leaves open
 * - `not_checked`: a check that it needs has failed
 */
export type Result = 'right' | 'fault' | 'hint' | 'not_checked';

/** What a check found. */
export interface Finding {
  name: string;
  check: Check;
  result: Result;
  answers: readonly PostResult[];
  /** What to do if the endpoint receives no signed event. Then no other check is made. */
  remedy?: string;
}

/** The endpoint, what signs its requests, and the limits. */
export interface Examination extends Signing, Pick<PostOptions, 'lookup' | 'timeoutInMs'> {
  url: URL;
  /** The pause in the middle of a slow body. */
  pauseInMs: number;
  /** An answer that takes longer is not prompt. */
  promptInMs: number;
  /** How many events the last check sends at once. */
  burst: number;
}

/** Makes the checks one after another. If the endpoint does not take the first one's signed event, it makes no further check. */
export async function* examineEndpoint(examination: Examination): AsyncGenerator<Finding, void> {
  const events = createTestEvents(examination);
  const failed = new Set<string>();
  for (const [name, check] of Object.entries(checks)) {
    if (name === 'upper-case' && !hasUpperCase(examination)) continue;
    const answers: PostResult[] = [];
    if (!failed.has(check.needs ?? '')) {
      for (const group of check.requests(events, examination.burst)) {
        answers.push(...(await Promise.all([group].flat().map((request) => send(request, examination)))));
      }
    }
    const isWrong = answers.some((answer) => isWrongFor(check, answer, examination));
    if (isWrong) failed.add(name);
    const finding = { name, check, result: resultOf(check, answers, isWrong), answers };
    const [first] = answers;
    if (isWrong && name === 'signed' && first) return yield { ...finding, remedy: remedyFor(first) };
    yield finding;
  }
}

/** Base64 has no other case, and the relay writes lower case. */
const hasUpperCase = ({ form, isRelayed }: Signing): boolean => form.encoding === 'hex' && !isRelayed;

/** Each request has a connection of its own. */
function send(request: TestRequest, { url, pauseInMs, lookup, timeoutInMs }: Examination): Promise<PostResult> {
  const agent = url.protocol === 'https:' ? new TlsAgent() : new Agent();
  return post(url, { ...request, agent, lookup, timeoutInMs, pauseInMs: request.isSlow ? pauseInMs : undefined });
}

const isWrongFor = (
  { expects }: Check,
  { status = 0, failure, durationInMs }: PostResult,
  { promptInMs }: Examination,
): boolean =>
  failure !== undefined || !expects.isRight(status) || (expects.isPrompt === true && durationInMs > promptInMs);

function resultOf({ expects: { basis, usual } }: Check, answers: readonly PostResult[], isWrong: boolean): Result {
  if (answers.length === 0) return 'not_checked';
  if (isWrong) return basis === 'our choice' ? 'hint' : 'fault';
  return usual === undefined || answers.every(({ status }) => status === usual) ? 'right' : 'hint';
}

/** What to do about an endpoint that did not receive a signed event, by the status or the failure. The first match counts. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^timeout$/, 'The endpoint did not answer completely in time. Answer first, work later.'],
  [/^endless$/, 'The answer is larger than 64 KiB. Is this the address of a web page?'],
  [/^ECONNREFUSED$/, 'Nothing listens at this address.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host name cannot be resolved.'],
  [
    /CERT|SIGNATURE|ISSUER|ERR_TLS/,
    'The certificate is not trusted. To trust your own authority, set NODE_EXTRA_CA_CERTS to its certificate file.',
  ],
  [/^(EPROTO|ERR_SSL)/, 'The endpoint does not use TLS. Does its address begin with http://?'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are larger than 64 KiB.'],
  [/^HPE/, 'The answer is not valid HTTP. Does the address begin with https://?'],
  [/^\D/, 'The connection ended before the end of the answer. See the log of the endpoint.'],
  [
    /^40[13]$/,
    'The endpoint probably has another webhook secret. If not, it must verify the raw body. If it expects events from the relay, add --relay.',
  ],
  [/^404$/, 'Check the address. If the endpoint looks up the milestone, it should answer first.'],
  [/^3/, 'It is not shown that the service follows redirects. Set --url to the target.'],
];

const remedyFor = ({ status, failure }: PostResult): string =>
  remedies.find(([pattern]) => pattern.test(failure ?? String(status)))?.[1] ?? 'See the log of the endpoint.';
