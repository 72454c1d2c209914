import type { OpenApiDocument, Operation, Schema } from '../src/document/document.ts';

/** Writes the facts that code needs as types and constants, as TypeScript source. */
export function factsSource(document: OpenApiDocument): string {
  const schemes = Object.values(document.components.securitySchemes);
  return [
    '// Generated from openapi.bundle.json by `pnpm generate`. Do not edit.\n',
    constant(
      'hostNames',
      document['x-hosts'],
      'The hosts of the service. Which host `legacy` stands for is not shown (LEGACY-3).',
    ),
    constant(
      'tokenKinds',
      schemes.map((scheme) => scheme['x-token']),
      'The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11).',
    ),
    constant('operationIds', operationIds(document), 'The ids of all operations, in the order of the document.'),
    constant(
      'milestoneStates',
      document['x-milestone-states'],
      'The states of a milestone, in the order that their meanings suggest (STATE-1, STATE-2, STATE-4a). From PAID on, the order is not shown.',
    ),
    constant('eventStatuses', eventStatuses(document), 'The statuses that webhooks report (HOOK-5).'),
    constant(
      'retryDelaysInSeconds',
      webhookOf(document)['x-retry-schedule'],
      'The delay before each retry of a failed webhook delivery, in seconds (HOOK-4). When each delay starts is not shown.',
    ),
    constant('ruleTopics', document['x-rule-topics'], "The topic of each rule id's letters, such as `AUTH` of AUTH-1."),
  ].join('\n');
}

function constant(name: string, value: unknown, comment: string): string {
  return `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value)} as const;\n`;
}

function operationIds({ paths }: OpenApiDocument): string[] {
  const members = Object.values(paths).flatMap((item) => Object.values(item));
  return members.flatMap((member) => ('operationId' in member ? [member.operationId] : []));
}

function webhookOf(document: OpenApiDocument): Operation {
  const operation = document['x-webhooks']['contractEvent']?.post;
  if (!operation) throw new Error('The document has no webhook contractEvent.');
  return operation;
}

function eventStatuses(document: OpenApiDocument): string[] {
  const { schemas } = document.components;
  return [schemas['PaidContractEvent'], schemas['OtherContractEvent']].flatMap(statusesOf);
}

function statusesOf(schema: Schema | undefined): string[] {
  const status = schema?.properties?.['status'];
  const values = status?.enum ?? status?.['x-known-values'];
  if (!values) throw new Error('The status of an event needs an enum or x-known-values.');
  return values.map(String);
}
