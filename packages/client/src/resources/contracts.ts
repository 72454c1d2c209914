import type { Call } from '../calls/call.ts';
import type {
  AddedMilestones,
  BrokerParty,
  CreatedContract,
  CustomerParty,
  MilestoneRequest,
  ParentContractRequest,
  ProviderParty,
} from '../document/schemas.ts';
import type { CallOptions } from '../transport/call-options.ts';

/** The parent of a contract to create. Leave out what the service fixes: type, senderRole, isParent, itemPrice. */
export interface ParentContract extends ParentContractRequest {}

/** A milestone to add. `itemPrice` is the escrow amount; leave out type and senderRole. */
export interface Milestone extends MilestoneRequest {}

/**
 * A party of a milestone. The client fills in arbitrator and isSender of a {@link BrokerParty} and a {@link CustomerParty} (PARTY-1,
 * PARTY-2); leave isSender out of a {@link ProviderParty} (PARTY-3).
 */
export type Party = BrokerParty | CustomerParty | ProviderParty;

/** Contracts with their milestones and parties. Takes the client admin token (AUTH-3). */
export interface Contracts {
  /** Creates the parent, which holds no money (CONTRACT-1). */
  create(parent: ParentContract, options?: CallOptions): Promise<CreatedContract>;
  /**
   * Adds milestones. The order in which the answer lists them, and whether it lists earlier ones, is not shown. To know which is
   * which, add one per call, or use `flows.openContract` (MILESTONE-1, MILESTONE-2).
   * @param contractId The id of the parent.
   */
  addMilestones(contractId: string, milestones: Milestone[], options?: CallOptions): Promise<AddedMilestones>;
  /**
   * Adds the parties of each milestone, by milestone id; the service calls the map `mileStonesParties` (PARTY-0). The
   * CUSTOMER amounts must be exactly the sum of the BROKER and PROVIDER amounts (PARTY-4). The answer is not shown.
   * @param contractId The id of the parent.
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
