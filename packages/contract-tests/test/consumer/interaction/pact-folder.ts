import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const folder = process.env['ESCROW_PACT_FOLDER'];
if (!folder) throw new Error('Consumer tests run in the vitest project "consumer", which gives them a folder.');

/**
 * Where the tests of one file write. Each file has a pact of its own: nothing is lost where files run side by side, and a
 * description that two files have is found when the pacts are joined.
 */
export const pactFolder: string = join(folder, randomUUID());
