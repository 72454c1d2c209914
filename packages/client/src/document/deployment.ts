import type { Check } from '../rules/check.ts';
import type { PartyRoles } from '../rules/is-balanced.ts';
import type { HostName, Operation, operations, SecretField, TokenKind } from './registered.ts';

/** The schemas inside requests whose checks the flows use. */
type FlowSchema = 'milestoneParties' | 'milestoneRequest' | 'registeredPhone';

/**
 * What a client knows about a deployment of the service besides its types. `npx @escrow-kit/client generate` writes one from the
 * service's document and the overlays of the deployment. Treat it as read-only.
 */
export interface Deployment {
  /** What types cannot express about each operation, by operation id. */
  readonly operationTable: Readonly<Record<keyof operations, Operation>>;
  /** The hosts that serve the operations. */
  readonly hostNames: readonly HostName[];
  /** The kinds of token that operations take. */
  readonly tokenKinds: readonly TokenKind[];
  /** The properties of answers that hold a token or a password. */
  readonly secretFields: readonly SecretField[];
  /** The origins in the document, which may receive a ticket. */
  readonly documentOrigins: readonly string[];
  /** The roles of parties as the deployment spells them. */
  readonly partyRoles: PartyRoles;
  /** What amounts count: `major` units with decimals, or whole `minor` units. */
  readonly amountUnit: 'major' | 'minor';
  /** The status of a new milestone as the deployment spells it (STATE-1). */
  readonly initialStatus: string;
  /** The checks of the schemas that flows use. */
  readonly checks: Readonly<Record<FlowSchema, Check>>;
}
