import { allowedAddresses, eventSignature, milestoneStates, openApiDocument } from '@escrow-kit/spec';
import { documentSource } from './document-source.ts';
import { formatSource, schemaTypes } from './schema-types.ts';
import { source } from './source.ts';

/**
 * Writes the types, operations and checks of the process's document for a project of its own.
 * @returns The files by name, and what the client does not check before it sends a call.
 */
export async function projectFiles() {
  const { text, unchecked } = documentSource();
  const index = formatSource(`${head}${text}${tokenSources()}${webhookOptions()}${foot}`);
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

/** A token source for each kind of token whose security scheme has `x-obtained-by`. */
function tokenSources(): string {
  const schemes = Object.values(openApiDocument.components.securitySchemes);
  const sources = schemes.map(({ 'x-token': kind, 'x-obtained-by': obtainedBy }) => {
    if (!obtainedBy) return '';
    const { operation, when, ...place } = obtainedBy;
    const fields = Object.entries(when ?? {}).map((field) => field.map((text) => JSON.stringify(text)).join(': '));
    const type = when ? `TokenInput<'${operation}', { ${fields.join(', ')} }>` : `OperationInput<'${operation}'>`;
    const input = when ? `{ ...input, body: { ...input.body, ${fields.join(', ')} } }` : 'input';
    return `/**
 * Gets tokens of the kind \`${kind}\` by \`${operation}\`, for \`tokens\` of a client.
 * @param input The input of \`${operation}\`${when ? ', without what its body says about the kind' : ''}.
 */
export const ${kind}Token = (input: kit.${type}): kit.TokenProvider => kit.obtainToken('${operation}', ${input}, ${source(place)});
`;
  });
  return sources.join('');
}

/** The states that events report, as `@escrow-kit/webhooks` names them, by their positions among the states of a milestone. */
const reportedStates = Object.entries({ 2: 'PAID', 3: 'CASHOUT_IN_PROGRESS', 4: 'COMPLETED' });

function webhookOptions(): string {
  const { header: name, prefix, encoding } = eventSignature ?? {};
  const names = reportedStates.map(([position, kit]) => [milestoneStates[Number(position)], kit]);
  const options = {
    signature: eventSignature ? { header: name, prefix, encoding } : null,
    allowedAddresses,
    statuses: names.some(([own, kit]) => own !== kit) ? Object.fromEntries(names) : undefined,
  };
  return `/** How events are sent, for \`createWebhookReceiver\` of \`@escrow-kit/webhooks\`. */
export const webhookOptions = ${source(options)} as const;
`;
}
