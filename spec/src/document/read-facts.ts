import { type Method, methods, type OpenApiDocument, type Operation, type PathItem, type Schema } from './document.ts';

/** An operation as it stands in a document. */
export interface OperationEntry {
  path: string;
  item: PathItem;
  method: Method;
  definition: Operation;
}

/** Lists the operations of paths or webhooks, in their order. */
export function operationsIn(items: Record<string, PathItem>): OperationEntry[] {
  return Object.entries(items).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const definition = item[method];
      return definition ? [{ path, item, method, definition }] : [];
    }),
  );
}

/** What code needs of a document besides its operations. */
export interface Facts {
  hostNames: string[];
  tokenKinds: string[];
  operationIds: string[];
  milestoneStates: string[];
  eventStatuses: string[];
  retryDelaysInSeconds: number[];
  ruleTopics: Record<string, string>;
}

/** Reads the facts of a document. Throws if it lacks one. */
export function factsOf(document: OpenApiDocument): Facts {
  const { schemas, securitySchemes } = document.components;
  return {
    hostNames: document['x-hosts'],
    tokenKinds: Object.values(securitySchemes).map((scheme) => scheme['x-token']),
    operationIds: operationsIn(document.paths).map(({ definition }) => definition.operationId),
    milestoneStates: document['x-milestone-states'],
    eventStatuses: [schemas['PaidContractEvent'], schemas['OtherContractEvent']].flatMap(statusesOf),
    retryDelaysInSeconds: webhookOf(document)['x-retry-schedule'] ?? [],
    ruleTopics: document['x-rule-topics'],
  };
}

/** The one webhook of a document. Throws if there is none. */
export function webhookOf(document: OpenApiDocument): Operation {
  const operation = document['x-webhooks']['contractEvent']?.post;
  if (!operation) throw new Error('The document has no webhook contractEvent.');
  return operation;
}

function statusesOf(schema: Schema | undefined): string[] {
  const status = schema?.properties?.['status'];
  const values = status?.enum ?? status?.['x-known-values'];
  if (!values) throw new Error('The status of an event needs an enum or x-known-values.');
  return values.map(String);
}

/** The role of a party, by the name that this kit uses inside. */
export type PartyRole = (typeof partyRoleNames)[number];

const partyRoleNames = ['CUSTOMER', 'PROVIDER', 'BROKER'] as const;

/** The roles of parties as a document spells them: each of their schemas has one. */
export function partyRolesOf({ components: { schemas } }: OpenApiDocument): Record<PartyRole, string> {
  const spellings = partyRoleNames.map((name) => {
    const { role } = schemas[`${name.charAt(0)}${name.slice(1).toLowerCase()}Party`]?.properties ?? {};
    return [name, role?.enum?.[0] ?? name];
  });
  return Object.fromEntries(spellings);
}
