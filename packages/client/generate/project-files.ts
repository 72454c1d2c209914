import {
  allowedAddresses,
  eventSignature,
  kitMilestoneStates,
  milestoneStates,
  openApiDocument,
  type TokenSource,
} from '@escrow-kit/spec';
import { documentSource } from './document-source.ts';
import { schemaTypes } from './schema-types.ts';
import { formatSource, source } from './source.ts';

/**
 * Writes the types, operations and checks of the process's document for a project of its own.
 * @returns The files by name, and what the client does not check before it sends a call.
 */
export async function projectFiles() {
  const { text, unchecked } = documentSource();
  const schemes = Object.values(openApiDocument.components.securitySchemes);
  const tokens = schemes.map(({ 'x-token': kind, 'x-obtained-by': by }) => (by ? tokenSource(kind, by) : ''));
  const index = formatSource(`${head}${text}${tokens.join('')}${webhookOptions()}${foot}`);
  return { files: { 'index.ts': index, 'schema.ts': await schemaTypes() }, unchecked };
}

const head = `import * as kit from '@escrow-kit/client/deployment';
import type { components, operations, paths } from './schema.js';

declare module '@escrow-kit/client' {
  interface Register {
    document: EscrowDocument;
  }
}
`;

const foot = `
/** Creates a client of this deployment, with the options of \`createEscrowClient\` of \`@escrow-kit/client\`. */
export const createEscrowClient = (options: Omit<kit.EscrowClientOptions, 'deployment'>): kit.EscrowClient => kit.createEscrowClient({ ...options, deployment });
`;

/** A token source for a kind of token whose security scheme has `x-obtained-by`. */
function tokenSource(kind: string, { operation, when, ...pointers }: TokenSource): string {
  const fields = Object.entries(when ?? {}).map((field) => field.map((text) => JSON.stringify(text)).join(': '));
  const type = when ? `TokenInput<'${operation}', { ${fields.join(', ')} }>` : `OperationInput<'${operation}'>`;
  const input = when ? `{ ...input, body: { ...input.body, ${fields.join(', ')} } }` : 'input';
  return `/**
 * Gets tokens of the kind \`${kind}\` by \`${operation}\`, for \`tokens\` of a client.
 * @param input The input of \`${operation}\`${when ? ', without what its body says about the kind' : ''}.
 */
export const ${kind}Token = (input: kit.${type}): kit.TokenProvider => kit.obtainToken('${operation}', ${input}, ${source(pointers)});
`;
}

/** The positions of the states that events report among the states of a milestone. */
const reportedStates = [2, 3, 4];

function webhookOptions(): string {
  const { header: name, prefix, encoding } = eventSignature ?? {};
  const names = reportedStates.map((position) => [milestoneStates[position], kitMilestoneStates[position]]);
  const options = {
    signature: eventSignature ? { header: name, prefix, encoding } : null,
    allowedAddresses,
    statuses: names.some(([own, kit]) => own !== kit) ? Object.fromEntries(names) : undefined,
  };
  return `/** How events are sent, for \`createWebhookReceiver\` of \`@escrow-kit/webhooks\`. */
export const webhookOptions = ${source(options)} as const;
`;
}
