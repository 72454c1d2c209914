import { type Check, checks, type Expectation } from './checks.ts';
import { type Answer, type SendOptions, sendRequest } from './send-request.ts';
import { createTestEvents, type Signing } from './test-events.ts';

/**
 * - `right`: as expected
 * - `fault`: other than a rule states or implies
 * - `hint`: other than this kit would answer, about what the service leaves open
 * - `not_checked`: a check that it needs has failed
 */
export type Result = 'right' | 'fault' | 'hint' | 'not_checked';

/** What a check found. */
export interface Finding {
  check: Check;
  result: Result;
  answers: readonly Answer[];
  /** What to do if the endpoint receives no signed event. Then no other check is made. */
  remedy?: string;
}

/** The endpoint, what signs its requests, and the limits. */
export interface Examination extends SendOptions, Signing {
  /** An answer that takes longer is not prompt. */
  promptInMs: number;
  /** How many events the last check sends at once. */
  burst: number;
}

/** Makes the checks one after another. If the endpoint does not take the first one's signed event, it makes no further check. */
export async function* examineEndpoint(examination: Examination): AsyncGenerator<Finding, void> {
  const events = createTestEvents(examination);
  const failed = new Set<string>();
  for (const check of checks.filter((each) => isApplicable(each, examination))) {
    if (check.needs && failed.has(check.needs)) {
      yield { check, result: 'not_checked', answers: [] };
      continue;
    }
    const answers: Answer[] = [];
    for (const group of check.requests(events, examination.burst)) {
      answers.push(...(await Promise.all(group.map((request) => sendRequest(request, examination)))));
    }
    const given = answers.map((answer) => gradeOf(check.expects, answer, examination.promptInMs));
    const finding = { check, result: resultOf(given, check), answers };
    const [answer] = answers;
    if (check.expects === 'received' && given.includes('wrong') && answer) {
      yield { ...finding, remedy: remedyFor(answer) };
      return;
    }
    if (given.includes('wrong')) failed.add(check.name);
    yield finding;
  }
}

/** Base64 has no other case, and the relay writes lower case. */
const isApplicable = ({ name }: Check, { form, isRelayed }: Signing): boolean =>
  name !== 'upper-case' || (form.encoding === 'hex' && !isRelayed);

function resultOf(given: readonly Grade[], { basis }: Check): Result {
  if (given.includes('wrong')) return basis === 'our choice' ? 'hint' : 'fault';
  return given.includes('odd') ? 'hint' : 'right';
}

/** `odd`: other than in the document's samples, which do not say that it is wrong. */
type Grade = 'right' | 'odd' | 'wrong';

type Kind = 'ok' | 'success' | 'refusal' | 'other';

const grades: Readonly<Record<Expectation, Readonly<Record<Kind, Grade>>>> = {
  received: { ok: 'right', success: 'odd', refusal: 'wrong', other: 'wrong' },
  accepted: { ok: 'right', success: 'right', refusal: 'wrong', other: 'wrong' },
  prompt: { ok: 'right', success: 'right', refusal: 'wrong', other: 'wrong' },
  refused: { ok: 'wrong', success: 'wrong', refusal: 'right', other: 'wrong' },
  answered: { ok: 'right', success: 'right', refusal: 'right', other: 'wrong' },
};

function gradeOf(expects: Expectation, { status = 0, durationInMs }: Answer, promptInMs: number): Grade {
  if (expects === 'prompt' && durationInMs > promptInMs) return 'wrong';
  return grades[expects][kindOf(status)];
}

function kindOf(status: number): Kind {
  if (status === 200) return 'ok';
  if (status >= 200 && status < 300) return 'success';
  return status >= 400 && status < 500 ? 'refusal' : 'other';
}

const byFailure: readonly [RegExp, string][] = [
  [/^timeout$/, 'It gave no whole answer in time: answer first, and work later.'],
  [/^endless$/, 'Its answer has more than 64 KiB: is this the address of a page?'],
  [/^ECONNREFUSED$/, 'Nothing listens at this address.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The name of the host cannot be resolved.'],
  [
    /CERT|SIGNATURE|ISSUER|ERR_TLS/,
    'Its certificate is not trusted: to trust an authority of your own, set NODE_EXTRA_CA_CERTS to its file.',
  ],
  [/^(EPROTO|ERR_SSL)/, 'It speaks no TLS: does its address begin with http://?'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of its answer have more than 64 KiB.'],
  [/^HPE/, 'Its answer is no valid HTTP: does its address begin with https://?'],
  [/./, 'The connection ended before a whole answer: see the log of the endpoint.'],
];

/** What to do about an endpoint that did not receive a signed event. */
function remedyFor({ status = 0, failure = '' }: Answer): string {
  const [, remedy] = byFailure.find(([pattern]) => pattern.test(failure)) ?? [];
  if (remedy) return remedy;
  if (status === 401 || status === 403) {
    return 'Is this the secret of the endpoint, and does it verify the raw body? If it verifies headers that only the relay sends, add --relay.';
  }
  if (status === 404) return 'Is the address right? If the endpoint looks the milestone up, it should answer first.';
  if (status >= 300 && status < 400) return 'Whether the service follows a redirect is not shown: name its target.';
  return 'See the log of the endpoint.';
}
