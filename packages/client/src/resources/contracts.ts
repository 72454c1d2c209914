import type { Call } from '../calls/call.ts';
import type {
  AddedMilestones,
  BrokerParty,
  CreatedContract,
  CustomerParty,
  MilestoneRequest,
  ParentContractRequest,
  ProviderParty,
} from '../generated/schema.ts';
import type { CallOptions } from '../transport/call-options.ts';

/** The parent of a contract to create. What the service fixes is left out: type, senderRole, isParent, itemPrice. */
export interface ParentContract extends ParentContractRequest {}

/** A milestone to add. `itemPrice` is the escrow amount; type and senderRole are left out. */
export interface Milestone extends MilestoneRequest {}

/**
 * A party of a milestone. Of a {@link BrokerParty} and a {@link CustomerParty}, arbitrator and isSender are filled in
 * (PARTY-1, PARTY-2); of a {@link ProviderParty}, leave isSender out (PARTY-3).
 */
export type Party = BrokerParty | CustomerParty | ProviderParty;

/** Contracts with their milestones and parties. Takes the client admin token (AUTH-3). */
export interface Contracts {
  /** Creates the parent, which holds no money (CONTRACT-1). */
  create(parent: ParentContract, options?: CallOptions): Promise<CreatedContract>;
  /**
   * Adds milestones. In which order they come back, and whether earlier ones are among them, is not shown: add one a
   * call, or use `flows.openContract`, to know which is which (MILESTONE-1, MILESTONE-2).
   * @param contractId Of the parent.
   */
  addMilestones(contractId: string, milestones: Milestone[], options?: CallOptions): Promise<AddedMilestones>;
  /**
   * Adds the parties of each milestone, by milestone id; the service calls the map `mileStonesParties` (PARTY-0). The
   * CUSTOMER amounts must be exactly the BROKER and PROVIDER amounts together (PARTY-4). What it answers is not shown.
   * @param contractId Of the parent.
   */
  addParties(contractId: string, partiesByMilestone: Record<string, Party[]>, options?: CallOptions): Promise<void>;
}

/** Creates the calls. */
export const createContracts = (call: Call): Contracts => ({
  create: async (body, options) => (await call('createContract', { body }, options, 'data.id')).data,
  addMilestones: async (contractId, milestones, options) => {
    const input = { path: { contractId }, body: { milestones } };
    return (await call('addMilestones', input, options, 'data.milestones')).data;
  },
  async addParties(contractId, mileStonesParties, options) {
    await call('addParties', { path: { contractId }, body: { mileStonesParties } }, options);
  },
});
