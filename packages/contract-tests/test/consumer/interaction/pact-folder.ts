import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const folder = process.env['ESCROW_PACT_FOLDER'];
if (!folder) throw new Error('Consumer tests run in the vitest project "consumer", which gives them a folder.');

/**
 * A folder for one test. Each test has its own pact, so nothing is lost if files run side by side, Pact merges nothing, and a
 * repeated description is found when the pacts are joined.
 */
export const createPactFolder = (): string => join(folder, randomUUID());
