import type { Answer } from '../deployment/exchange.ts';
import { parseJson } from '../deployment/parse-json.ts';

/** What to tell about an answer though the description does not settle it, so that nobody is blamed. */
export function findRemarks({ status, headers, body }: Answer): string[] {
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const isJson = body !== '' && parseJson(body) !== undefined;
  const isNamedJson = /^application\/([\w.-]+\+)?json *$/.test(mediaType);
  return [
    ...(isJson && !isNamedJson
      ? [`JSON came with ${mediaType === '' ? 'no content type' : `the content type ${mediaType}`}`]
      : []),
    // An empty 500 is documented (PAY-4).
    ...(status >= 400 && status < 500 && body === '' ? ['a refusal came without a body'] : []),
  ];
}
