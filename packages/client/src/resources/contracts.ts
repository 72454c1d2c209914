import type { components } from '../generated/schema.ts';
import type { SuccessBody } from '../operation-types.ts';
import type { CallOptions } from '../options.ts';

type Schemas = components['schemas'];

/** The parent of a contract to create. What the service fixes is left out: type, senderRole, isParent, itemPrice. */
export type ParentContract = Schemas['ParentContractRequest'];
/** A milestone to add. `itemPrice` is the escrow amount; type and senderRole are left out. */
export type Milestone = Schemas['MilestoneRequest'];
/** A party of a milestone: arbitrator and isSender of a broker and a customer are left out (PARTY-1, PARTY-2). */
export type Party = Schemas['Party'];

/** Contracts with their milestones and parties. Takes the client admin token (AUTH-3). */
export interface Contracts {
  /** Creates the parent, which holds no money (CONTRACT-1). */
  create(parent: ParentContract, options?: CallOptions): Promise<Schemas['CreatedContract']>;
  /**
   * Adds milestones. In which order they come back, and whether earlier ones are among them, is not shown: add one a
   * call, or use `flows.openContract`, to know which is which (MILESTONE-1, MILESTONE-2).
   */
  addMilestones(
    contractId: string,
    milestones: Milestone[],
    options?: CallOptions,
  ): Promise<Schemas['AddedMilestones']>;
  /**
   * Adds the parties of each milestone, by milestone id; the service calls the map `mileStonesParties` (PARTY-0). The
   * CUSTOMER amounts must be exactly the BROKER and PROVIDER amounts together (PARTY-4). The answer is not shown.
   */
  addParties(
    contractId: string,
    partiesByMilestone: Record<string, Party[]>,
    options?: CallOptions,
  ): Promise<SuccessBody<'addParties'>>;
}
