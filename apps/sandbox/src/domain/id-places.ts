import { listWebhookRequests, operations, resolveReference, type Schema } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';

/** Where the document describes the ids of each kind: by operation, the parameter, or the field of an answer or a body. */
const placesOf = {
  contract: {
    path: { addMilestones: 'contractId', addParties: 'contractId' },
    answer: { createContract: 'data.id', addMilestones: 'data.parentContractId' },
  },
  milestone: {
    path: { startPayment: 'milestoneId' },
    answer: { addMilestones: 'data.milestones.id' },
    body: { contractEvent: 'contractId' },
  },
  reference: { body: { contractEvent: 'referenceId' } },
  user: {
    path: {
      ...{ addBankAccount: 'serviceUserId', addAddress: 'serviceUserId', submitNationalId: 'userId' },
      ...{ legacyAddIban: 'id', legacyAddAddress: 'id' },
    },
    answer: { registerCustomer: 'serviceUserId', legacySignUp: 'data.id' },
  },
  identification: { answer: { registerCustomer: 'userIdentification' } },
  bank: { answer: { addBankAccount: 'data.id', legacyAddIban: 'data.id' } },
  address: { answer: { addAddress: 'data.id', legacyAddAddress: 'data.id' } },
  client: { path: { startPayment: 'clientId' }, body: { requestTicket: 'client_id' } },
  usr: {
    path: { getUser: 'userId', updateUser: 'userId' },
    answer: { linkUser: 'data.user_id', getUser: 'data.user_id', updateUser: 'data.user_id' },
  },
  record: { path: { getGenericContract: 'id', updateGenericMilestone: 'id', getPayment: 'id', deleteWebhook: 'id' } },
};

/** What the service gives ids to. */
export type IdKind = keyof typeof placesOf;

export const idKinds = Object.keys(placesOf) as IdKind[];

/** A place where the document describes an id. */
export interface IdPlace {
  /** Such as `contractId in the path of addMilestones`. */
  name: string;
  schema: Schema;
  /** Whether the document's own validator accepts an id there. */
  accepts(id: string): boolean;
}

/** Lists the places of the ids of a kind. */
export function listIdPlaces(kind: IdKind): IdPlace[] {
  return Object.entries(placesOf[kind]).flatMap(([part, fields]) =>
    Object.entries<string>(fields).flatMap(([operationId, field]) => {
      const name = `${field} in the ${part} of ${operationId}`;
      const schemas = schemasOf(schemaOf(operationId, part), field.split('.'));
      return schemas.map((schema) => ({ name, schema, accepts: trialOf(schema) }));
    }),
  );
}

function schemaOf(operationId: string, part: string): Schema {
  const operation = [...operations, ...listWebhookRequests()].find(({ id }) => id === operationId);
  if (part === 'body') return operation?.body?.schema ?? {};
  if (part === 'path') {
    const parameters = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
    return { properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) };
  }
  const [, success] = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  return Object.values(success?.content ?? {})[0]?.schema ?? {};
}

/** The schemas of a field: one for each alternative that has it. A list stands for its elements. */
function schemasOf(schema: Schema, [name, ...others]: string[]): Schema[] {
  const node = schema.$ref === undefined ? schema : (resolveReference(schema.$ref) as Schema);
  if (name === undefined) return [node];
  const parts = [node.items ?? [], node.anyOf ?? []].flat();
  const field = node.properties?.[name];
  return [...(field ? schemasOf(field, others) : []), ...parts.flatMap((part) => schemasOf(part, [name, ...others]))];
}

function trialOf(schema: Schema): IdPlace['accepts'] {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  try {
    const validate = createValidator(schema);
    return (id) => {
      const value = isNumber ? Number(id) : id;
      return String(value) === id && validate(value).length === 0;
    };
  } catch {
    // The schema has a keyword that the validator can't read, so every call would fail.
    return () => false;
  }
}
