import type { Answer } from './send-request.ts';

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
export function remedyFor({ status = 0, failure = '' }: Answer): string {
  const [, remedy] = byFailure.find(([pattern]) => pattern.test(failure)) ?? [];
  if (remedy) return remedy;
  if (status === 401 || status === 403) {
    return 'Is this the secret of the endpoint, and does it verify the raw body? If it verifies headers that only the relay sends, add --relay.';
  }
  if (status === 404) return 'Is the address right? If the endpoint looks the milestone up, it should answer first.';
  if (status >= 300 && status < 400) return 'Whether the service follows a redirect is not shown: name its target.';
  return 'See the log of the endpoint.';
}
