import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const folder = process.env['ESCROW_PACT_FOLDER'];
if (!folder) throw new Error('Consumer tests run in the vitest project "consumer", which gives them a folder.');

/**
 * A folder that one test writes to. Each has a pact of its own: nothing is lost where files run side by side, pact merges
 * nothing, and a description that two tests have is found when the pacts are joined.
 */
export const createPactFolder = (): string => join(folder, randomUUID());
