import { openApiDocument } from '@escrow-kit/spec';
import { callOf, Source } from './source.ts';

/** A token source for each kind of token whose security scheme has `x-obtained-by`, as TypeScript source. */
export function tokenSourcesSource(): string {
  const schemes = Object.values(openApiDocument.components.securitySchemes);
  return schemes
    .flatMap(({ 'x-token': kind, 'x-obtained-by': obtainedBy }) => {
      if (!obtainedBy) return [];
      const { operation, token, expiresInSeconds } = obtainedBy;
      const place = { token: keysOf(token), expiresInSeconds: expiresInSeconds && keysOf(expiresInSeconds) };
      const call = new Source(`({ call }) => call('${operation}', input)`);
      return `/**
 * Gets tokens of the kind \`${kind}\` by \`${operation}\`, for \`tokens\` of a client.
 * @param input The input of \`${operation}\`.
 */
export const ${kind}Token = (input: OperationInput<'${operation}'>): TokenProvider => ${callOf('obtainToken', call, place).text};`;
    })
    .join('\n');
}

/** The keys in a JSON pointer. */
const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
