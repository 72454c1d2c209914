import type { EscrowDocument } from '../generated/service.ts';
import type { DeploymentOf, DocumentTypes, OperationFacts } from '../rules.ts';

/**
 * The types of a deployment that differs from the service's document. `npx @escrow-kit/client generate` writes a file that adds them
 * here, as `document`, so that every type of this package follows. Empty by default: the types are those of the service's document.
 * @example declare module '@escrow-kit/client' { interface Register { document: EscrowDocument } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: a project fills it in
export interface Register {}

/** Whether a project has registered the types of its deployment. */
export type IsRegistered = Register extends { document: object } ? true : false;

/** The fields of a schema that a flow accepts by their own names: none, unless a project has registered its deployment. */
export type OwnFields<Schema, Made extends string> = IsRegistered extends true
  ? Partial<Omit<Schema, Made>>
  : Record<never, never>;

/** The type of a field that a deployment may lack. */
export type FieldOf<Schema, Name extends string> = Name extends keyof Schema ? Schema[Name] : never;

type RegisteredDocument = Register extends { document: infer Document extends DocumentTypes }
  ? Document
  : EscrowDocument;

/** The operations by ID, in the form of openapi-typescript. */
export type operations = RegisteredDocument['operations'];

/** The paths, in the form of openapi-typescript. */
export type paths = RegisteredDocument['paths'];

/** The components, in the form of openapi-typescript. */
export type components = RegisteredDocument['components'];

/** The schemas by name. */
type Schemas = components['schemas'];

/** The paths that each host serves. */
export type HostPaths = RegisteredDocument['hosts'];

/** A host that serves operations, by its name in the options. */
export type HostName = keyof HostPaths;

/** A kind of token that operations take. */
export type TokenKind = RegisteredDocument['tokenKind'];

/** A property of an answer that holds a token or a password. */
export type SecretField = RegisteredDocument['secretField'];

/** The facts of the document about an operation that TypeScript types cannot express. */
export type Operation = OperationFacts<HostName, TokenKind>;

/**
 * The facts about a deployment of the service that types cannot express. `npx @escrow-kit/client generate` writes one for the
 * document of the deployment. Treat it as read-only.
 */
export type Deployment = DeploymentOf<RegisteredDocument>;

/** A schema by its name: a mapped type, which editors and compilers show by the name of its alias. */
export type Schema<Name extends keyof Schemas> = { [Field in keyof Schemas[Name]]: Schemas[Name][Field] };

/** A body that the service does not describe. */
export type NotShownBody = Schemas['NotShownBody'];
/** An address, needed for a cash-out by bank transfer (ADDR-1, ADDR-2). */
export type Address = Schema<'Address'>;
/** A bank account, needed by everyone who receives money (BANK-1, BANK-3). */
export type BankAccount = Schema<'BankAccount'>;
/** The party of your organization. */
export type BrokerParty = Schema<'BrokerParty'>;
/** A milestone that the service created, with its fee. */
export type CreatedMilestone = Schema<'CreatedMilestone'>;
/** The party of a buyer. */
export type CustomerParty = Schema<'CustomerParty'>;
/** The party of a seller. */
export type ProviderParty = Schema<'ProviderParty'>;
/** The parent of a contract to create. Leave out what the service fixes: type, senderRole, isParent, itemPrice. */
export interface ParentContract extends Schema<'ParentContractRequest'> {}
/** A milestone to add. `itemPrice` is the escrow amount; leave out type and senderRole. */
export interface Milestone extends Schema<'MilestoneRequest'> {}
/**
 * A party of a milestone. The client fills in arbitrator and isSender of a {@link BrokerParty} and a {@link CustomerParty} (PARTY-1,
 * PARTY-2); leave isSender out of a {@link ProviderParty} (PARTY-3).
 */
export type Party = BrokerParty | CustomerParty | ProviderParty;
/** A buyer or seller to register or link. */
export type RegisterCustomerRequest = Schema<'RegisterCustomerRequest'>;
/** The IDs of a registered customer. */
export type RegisteredCustomer = Schema<'RegisteredCustomer'>;
