import type { EscrowDocument } from '../generated/service.ts';
import type { DeploymentOf, DocumentTypes, OperationFacts } from '../rules/deployment.ts';

/**
 * The types of a deployment that differs from the service's document. `npx @escrow-kit/client generate` writes a file that adds them
 * here, as `document`, so that every type of this package follows. Empty by default: the types are those of the service's document.
 * @example declare module '@escrow-kit/client' { interface Register { document: EscrowDocument } }
 */
// biome-ignore lint/suspicious/noEmptyInterface: a project fills it in
export interface Register {}

/** Whether a project has registered the types of its deployment. */
export type IsRegistered = Register extends { document: object } ? true : false;

/** The fields of a schema that a caller of a flow gives by their own names: none, unless a project has registered its deployment. */
export type OwnFields<Schema, Made extends string> = IsRegistered extends true
  ? Partial<Omit<Schema, Made>>
  : Record<never, never>;

/** The type of a field that a deployment may lack. */
export type FieldOf<Schema, Name extends string> = Name extends keyof Schema ? Schema[Name] : never;

type RegisteredDocument = Register extends { document: infer Document extends DocumentTypes }
  ? Document
  : EscrowDocument;

/** The operations by id, in the form of openapi-typescript. */
export type operations = RegisteredDocument['operations'];

/** The paths, in the form of openapi-typescript. */
export type paths = RegisteredDocument['paths'];

/** The components, in the form of openapi-typescript. */
export type components = RegisteredDocument['components'];

/** The schemas by name. */
export type Schemas = components['schemas'];

/** The paths that each host serves. */
export type HostPaths = RegisteredDocument['hosts'];

/** A host that serves operations, by its name in the options. */
export type HostName = keyof HostPaths;

/** A kind of token that operations take. */
export type TokenKind = RegisteredDocument['tokenKind'];

/** A property of an answer that holds a token or a password. */
export type SecretField = RegisteredDocument['secretField'];

/** What the document says about an operation and TypeScript types cannot express. */
export type Operation = OperationFacts<HostName, TokenKind>;

/**
 * What a client knows about a deployment of the service besides its types. `npx @escrow-kit/client generate` writes one for the
 * document of the deployment. Treat it as read-only.
 */
export type Deployment = DeploymentOf<RegisteredDocument>;
