import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Where `pnpm generate` collects the pacts. */
const collected = process.env['ESCROW_PACT_FOLDER'];

/**
 * A folder for one test. Each test has its own pact, so nothing is lost if files run side by side, Pact merges nothing, and a
 * repeated description is found when the pacts are joined.
 */
export const createPactFolder = (): string => (collected ? join(collected, randomUUID()) : temporaryFolder());
