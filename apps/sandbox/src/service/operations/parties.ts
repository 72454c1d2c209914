import * as parties from '../../domain/parties/add-parties.ts';
import type { Handler } from './call.ts';

/** Adds the parties of milestones, all or none (PARTY-0 to PARTY-4). */
export const addParties: Handler<'addParties'> = async (call) => {
  const { path, body } = call;
  const requests = body.mileStonesParties;
  return { data: { milestones: await parties.addParties(call, { contractId: path.contractId, requests }) } };
};
